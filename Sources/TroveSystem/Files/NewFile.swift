import Glibc

/// A file that is written under a temporary name and renamed when it is complete. A file that it
/// replaces stays unchanged until then. Releasing it before `finish` deletes the temporary file.
package final class NewFile {
    /// -1 after `finish`.
    private var descriptor: Int32
    /// The temporary name; nil for a pipe or a device, which is written in place.
    private var temporary: String?
    /// Whether the path leads to a pipe or a device: what was written cannot be taken back.
    package let isInPlace: Bool
    private let path: String
    private let folder: String
    private let isGivenUp: () -> Bool

    /// Opens a temporary file beside `path`.
    ///
    /// A device or a pipe is written in place. A symbolic link is followed, and its target is
    /// replaced. Do not replace a library's own file while it is open: see `Library.isKept`.
    ///
    /// - Parameters:
    ///   - path: the final path.
    ///   - permissions: the mode of a new file, before the process's umask; a replacement gets the
    ///     mode of the file that it replaces.
    ///   - isGivenUp: polled while waiting for a pipe's reader; true ends the wait with `EINTR`.
    /// - Throws: `isFolder`, or `system`.
    package init(
        _ path: String, permissions: UInt32 = 0o666,
        isGivenUp: @escaping () -> Bool = { false }
    ) throws(WholeFile.Failure) {
        self.isGivenUp = isGivenUp
        let former = FileStatus(of: path)
        if former?.type == .folder { throw .isFolder }
        if let former, former.type != .file {
            descriptor = try Self.openInPlace(path, isGivenUp)
            temporary = nil
            isInPlace = true
            self.path = path
            folder = ""
            return
        }
        let resolved =
            former == nil ? FilePath.followingLink(at: path) : FilePath.resolved(path) ?? path
        folder = FilePath.folder(of: resolved)
        self.path = resolved
        var name = ""
        var descriptor: Int32 = -1
        repeat {
            name = "\(folder)/.new-" + String(UInt64.random(in: 0...(.max)), radix: 36)
            // A replacement must never be readable by more users than the file that it replaces.
            descriptor = SystemCall.open(
                name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                former == nil ? permissions : 0o600)
        } while descriptor < 0 && errno == EEXIST
        guard descriptor >= 0 else { throw .system(errno) }
        // Some file systems refuse this. Then only the owner can read the replacement.
        if let former { _ = fchmod(descriptor, former.permissions & 0o777) }
        self.descriptor = descriptor
        isInPlace = false
        temporary = name
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let temporary { SystemCall.unlink(temporary) }
    }

    /// Appends bytes.
    ///
    /// - Throws: `system`.
    package func write(_ bytes: [UInt8]) throws(WholeFile.Failure) {
        guard Descriptor.write(bytes, to: descriptor, isGivenUp: isGivenUp) else {
            throw .system(errno)
        }
    }

    /// Closes the file and gives it its final name.
    ///
    /// - Parameter isDurable: whether the file is on the disk when this returns.
    /// - Throws: `system`. The path is unchanged then, unless only flushing the folder failed: the
    ///   new content is there, but a power failure may bring the former one back.
    package func finish(isDurable: Bool) throws(WholeFile.Failure) {
        let isSafe = !isDurable || temporary == nil || fsync(descriptor) == 0
        let number = errno
        // Some file systems report a full disk only at `close`.
        let isClosed = close(descriptor) == 0
        descriptor = -1
        guard isClosed, isSafe else { throw .system(isSafe ? errno : number) }
        guard let temporary else { return }
        guard SystemCall.rename(temporary, path) == 0 else { throw .system(errno) }
        self.temporary = nil
        if isDurable { try WholeFile.flush(folder) }
    }

    /// Opens a device, or a pipe as soon as it has a reader.
    private static func openInPlace(
        _ path: String, _ isGivenUp: () -> Bool
    ) throws(WholeFile.Failure) -> Int32 {
        while true {
            let descriptor = SystemCall.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            if descriptor >= 0 { return descriptor }
            // A socket cannot be opened.
            let number = errno
            guard number == ENXIO, FileStatus(of: path)?.isNamedPipe == true else {
                throw .system(number)
            }
            Descriptor.waitToWrite(-1)
            if isGivenUp() { throw .system(EINTR) }
        }
    }
}
