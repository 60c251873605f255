package import Glibc

/// Calls of the C library whose pointers need no care: strings that live until a call returns, and
/// results that are copied at once.
///
/// Unless stated otherwise, each returns what the call of the same name returns, and sets `errno`
/// as it does.
package enum SystemCall {
    // MARK: Paths

    /// Opens a file or a folder.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - flags: `O_RDONLY` and others.
    ///   - permissions: those of a file that is created.
    /// - Returns: the descriptor; negative if the call failed.
    package static func open(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) -> Int32 {
        unsafe Glibc.open(path, flags, permissions)
    }

    /// Returns 0 if the user may use a path in a way, such as `R_OK`, or if it exists (`F_OK`).
    package static func access(_ path: String, _ mode: Int32) -> Int32 {
        unsafe Glibc.access(path, mode)
    }

    /// Renames a file or a folder, and replaces what has the new path. Returns 0 if it did.
    package static func rename(_ path: String, _ newPath: String) -> Int32 {
        unsafe Glibc.rename(path, newPath)
    }

    /// Gives a file a second path, unless there is something at it. Returns 0 if it did.
    package static func link(_ path: String, _ newPath: String) -> Int32 {
        unsafe Glibc.link(path, newPath)
    }

    /// Creates a symbolic link at a path. Returns 0 if it did.
    package static func symlink(_ target: String, _ path: String) -> Int32 {
        unsafe Glibc.symlink(target, path)
    }

    /// Removes a file. Returns 0 if it did.
    @discardableResult
    package static func unlink(_ path: String) -> Int32 { unsafe Glibc.unlink(path) }

    /// Creates a folder. Returns 0 if it did.
    package static func mkdir(_ path: String, _ permissions: mode_t) -> Int32 {
        unsafe Glibc.mkdir(path, permissions)
    }

    /// Removes an empty folder. Returns 0 if it did.
    @discardableResult
    package static func rmdir(_ path: String) -> Int32 { unsafe Glibc.rmdir(path) }

    /// Sets the permissions of a file or a folder. Returns 0 if it did.
    package static func chmod(_ path: String, _ permissions: mode_t) -> Int32 {
        unsafe Glibc.chmod(path, permissions)
    }

    // MARK: Waiting

    /// Waits for one of several descriptors, and writes what has happened into the requests.
    /// Returns how many are ready: 0 after the timeout, in milliseconds, or -1 after a signal.
    @discardableResult
    package static func poll(_ requests: inout [pollfd], _ timeout: Int32) -> Int32 {
        // The call reads and writes as many records as the array has.
        unsafe Glibc.poll(&requests, nfds_t(requests.count), timeout)
    }

    /// Waits for a descriptor, and writes what has happened into the request. Returns 1 if it is
    /// ready, 0 after the timeout, in milliseconds, or -1 after a signal.
    @discardableResult
    package static func poll(_ request: inout pollfd, _ timeout: Int32) -> Int32 {
        // One record, as the count says.
        unsafe Glibc.poll(&request, 1, timeout)
    }

    // MARK: Texts

    /// Returns an environment variable; nil if it is not set. No program changes its environment.
    package static func getenv(_ name: String) -> String? {
        unsafe Glibc.getenv(name).map { unsafe String(cString: $0) }
    }

    /// Returns the system's message for a value of `errno`.
    package static func strerror(_ number: Int32) -> String {
        // The text belongs to the thread until its next call.
        unsafe Glibc.strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
