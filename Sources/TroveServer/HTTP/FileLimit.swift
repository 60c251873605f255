import Glibc

/// How many files and sockets the process may have open.
package enum FileLimit {
    /// Allows so many, or as many as the system lets this process; how many that are.
    @discardableResult
    package static func raise(to wanted: Int) -> Int {
        var limit = rlimit()
        // The calls read and write one record.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        if limit.rlim_cur < UInt(wanted) {
            limit.rlim_cur = min(UInt(wanted), limit.rlim_max)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }
}
