package import Glibc
import TroveSystem

/// The only place where the stand-in and the test kit wait.
package enum Poll {
    /// Waits until a descriptor is ready. Returns false when the deadline passes first.
    ///
    /// - Throws: `SystemCallError` when a descriptor cannot be polled.
    package static func wait(for requests: [pollfd], until deadline: Deadline) throws -> Bool {
        var requests = requests
        while true {
            let count = SystemCall.poll(&requests, deadline.pollMilliseconds)
            if count > 0 { return true }
            if count == 0 {
                // A limit longer than `poll` supports is waited for in parts.
                if deadline.hasPassed { return false }
            } else if errno != EINTR {
                throw SystemCallError("poll")
            }
        }
    }
}
