import Glibc
import Testing
import TroveTesting

/// The memory usage of this process.
enum Memory {
    /// Whether ThreadSanitizer is active, which multiplies memory usage.
    static let isWatched = unsafe dlsym(nil, "__tsan_init") != nil

    /// Returns the usage in bytes (`VmRSS`).
    static func used() throws -> Int {
        let status = String(
            decoding: try FileContents.read("/proc/self/status"), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        // The unit is always kB, see proc_pid_status(5).
        let number = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
        return try #require(number) * 1024
    }
}
