import Glibc

/// The one place where the kit waits.
enum Poll {
    /// Waits until one of the descriptors is ready, and says whether one was before the deadline.
    static func wait(for requests: [pollfd], until deadline: Deadline) throws -> Bool {
        var requests = requests
        while true {
            // `poll` reads and writes as many records as the array has.
            let count = unsafe poll(&requests, nfds_t(requests.count), deadline.pollMilliseconds)
            if count > 0 { return true }
            if count == 0 {
                // A limit longer than `poll` takes is waited for in pieces.
                if deadline.hasPassed { return false }
            } else if errno != EINTR {
                throw SystemCallError("poll")
            }
        }
    }
}
