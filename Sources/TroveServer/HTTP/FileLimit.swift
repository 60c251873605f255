import Glibc

/// The limit on open file descriptors of the process.
package enum FileLimit {
    /// Raises the limit to `wanted` descriptors, or as far as the system allows. Returns the new
    /// limit.
    @discardableResult
    package static func raise(to wanted: Int) -> Int {
        var limit = rlimit()
        // The calls read and write one struct.
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
