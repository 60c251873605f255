import Glibc

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// A file that is written piece by piece, and gets its name when it is whole: until then whatever
/// has the name stays as it was. One that is given up leaves nothing behind.
package final class NewFile {
    /// Minus one when it is closed.
    private var descriptor: Int32
    /// What it is called while it is written; nil for what is written where it stands.
    private var temporary: String?
    private let path: String
    private let folder: String
    private let isGivenUp: () -> Bool

    /// Begins to write a file.
    ///
    /// What is no file, such as a device or a pipe, is written where it stands; a link leads to the
    /// file that is replaced. Never a library's own file while it is open: see `Library.isKept`.
    ///
    /// - Parameters:
    ///   - path: what it will be called.
    ///   - permissions: of a file that is new, less what the process's mask takes away; one that
    ///     replaces another gets that one's.
    ///   - isGivenUp: asked while a pipe is waited for; ends the waiting as an interrupted call.
    /// - Throws: `isFolder`, or the system's error number.
    package init(
        _ path: String, permissions: UInt32 = 0o666,
        isGivenUp: @escaping () -> Bool = { false }
    ) throws(WholeFile.Failure) {
        self.isGivenUp = isGivenUp
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            descriptor = try Self.openInPlace(path, isGivenUp)
            temporary = nil
            self.path = path
            folder = ""
            return
        }
        let resolved = isThere ? Self.resolved(path) ?? path : path
        let folder =
            resolved.lastIndex(of: "/").map { $0 == resolved.startIndex ? "/" : resolved[..<$0] }
            ?? "."
        self.folder = String(folder)
        self.path = resolved
        var name = ""
        var descriptor: Int32 = -1
        repeat {
            name = "\(folder)/.new-" + String(UInt64.random(in: 0...(.max)), radix: 36)
            descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        } while descriptor < 0 && errno == EEXIST
        guard descriptor >= 0 else { throw .system(errno) }
        // A file that others may not read shall not become one that they may.
        if isThere { _ = fchmod(descriptor, status.st_mode & 0o777) }
        self.descriptor = descriptor
        temporary = name
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let temporary { unsafe unlink(temporary) }
    }

    /// Writes bytes behind those that were written.
    ///
    /// - Throws: the system's error number.
    package func write(_ bytes: [UInt8]) throws(WholeFile.Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // As many bytes as the slice has.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                try Self.wait(for: descriptor, isGivenUp)
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    /// Gives the file its name; nothing can be written after that.
    ///
    /// - Parameter isDurable: whether it is on the disk when this returns.
    /// - Throws: the system's error number; there is no such file then.
    package func finish(isDurable: Bool) throws(WholeFile.Failure) {
        let isSafe = !isDurable || temporary == nil || fsync(descriptor) == 0
        let number = errno
        // Some file systems tell only now that a disk is full.
        let isClosed = close(descriptor) == 0
        descriptor = -1
        guard isClosed, isSafe else { throw .system(isSafe ? errno : number) }
        guard let temporary else { return }
        guard unsafe rename(temporary, path) == 0 else { throw .system(errno) }
        self.temporary = nil
        if isDurable { try WholeFile.flush(folder: folder) }
    }

    /// Opens what is written where it stands; of a pipe the reader is waited for.
    private static func openInPlace(
        _ path: String, _ isGivenUp: () -> Bool
    ) throws(WholeFile.Failure) -> Int32 {
        while true {
            let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            if descriptor >= 0 { return descriptor }
            guard errno == ENXIO else { throw .system(errno) }
            try wait(for: -1, isGivenUp)
        }
    }

    /// Waits a moment for what can be written to, or just a moment.
    private static func wait(
        for descriptor: Int32, _ isGivenUp: () -> Bool
    ) throws(WholeFile.Failure) {
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // One descriptor, as the count says; one below zero is passed over.
        unsafe poll(&poller, 1, 100)
        if isGivenUp() { throw .system(EINTR) }
    }

    /// The path of the file that a path leads to.
    private static func resolved(_ path: String) -> String? {
        // `realpath` allocates the text, which is copied before it is freed.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
