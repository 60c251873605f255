import Glibc
import TroveSystem

/// The memory of this process.
enum ProcessMemory {
    /// The resident memory in bytes; nil if the system does not tell.
    static var resident: Int? {
        guard
            let bytes = try? WholeFile.read("/proc/self/statm", limit: 4096, from: .stream),
            let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst()
                .first.flatMap({ Int($0) })
        else { return nil }
        return pages * Int(getpagesize())
    }
}
