import Glibc
import TroveSystem

/// The machine's resources that this process uses. Each number is nil if the system does not report
/// it.
///
/// Structs that are passed to the system live until the call returns.
enum ProcessUse {
    /// The resident memory in bytes.
    static var memory: Int? {
        guard
            let bytes = try? WholeFile.read("/proc/self/statm", limit: 4096, from: .stream),
            let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst()
                .first.flatMap({ Int($0) })
        else { return nil }
        return pages * Int(getpagesize())
    }

    /// The processor time in milliseconds.
    static var processorTime: Int? {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else {
            return nil
        }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return seconds * 1000 + microseconds / 1000
    }

    static var openFiles: Int? {
        // Reading the folder takes a descriptor, too.
        Folder.names(in: "/proc/self/fd").map { $0.count - 1 }
    }

    static var maximumFiles: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return nil
        }
        return Int(clamping: limit.rlim_cur)
    }
}
