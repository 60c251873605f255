import Glibc
package import TroveModel
import TroveSystem

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them, and an entry of a folder is copied before the next is read.

/// Pictures that were fetched, so that they need not be fetched again.
///
/// A content lies in a file that is called by its digest. Beside it lies a note for each address
/// that it was asked for at, called by the digest of the address: `found`, the content's digest and
/// when that was, or `none` and when. Two shells may use the folder at once, because a file
/// appears whole and is never changed. A cache that cannot be used is an empty one: nothing here
/// fails.
package struct CoverCache: Sendable {
    /// What is known of an address.
    package enum Finding: Sendable, Hashable {
        /// A picture: its file, and what is in it.
        case picture(path: String, [UInt8])
        /// There was none, not long ago.
        case none
        case unknown
    }

    /// How long there being none is believed: a week, in milliseconds.
    package static let believesNone = 7 * 24 * 3_600_000
    /// How long a picture may be kept, by the terms of TMDB: six months, in milliseconds.
    package static let keepsPictures = 180 * 24 * 3_600_000

    private let folder: String
    /// The most bytes that the folder takes on the disk.
    private let limit: Int

    /// A cache in a folder, which is made when something is kept.
    package init(folder: String, limit: Int = 200_000_000) {
        self.folder = folder
        self.limit = limit
    }

    /// What is known of an address at a moment.
    package func find(_ address: String, at now: Timestamp) -> Finding {
        guard let bytes = try? WholeFile.read("\(folder)/\(note(of: address))", limit: 200) else {
            return .unknown
        }
        let words = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
        guard let time = words.last.flatMap({ Int($0) }) else { return .unknown }
        // A note from the future was written by a clock that was wrong.
        let age = now.milliseconds - time
        if words.first == "none" { return (0..<Self.believesNone).contains(age) ? .none : .unknown }
        guard words.count == 3, words[0] == "found", let digest = SHA256(words[1]),
            (0..<Self.keepsPictures).contains(age)
        else { return .unknown }
        let path = "\(folder)/\(digest)"
        guard let content = try? WholeFile.read(path, limit: PictureHeader.mostBytes),
            SHA256(of: content) == digest
        else { return .unknown }
        return .picture(path: path, content)
    }

    /// Keeps what an address gave; nil for no picture.
    package func keep(_ bytes: [UInt8]?, of address: String, at now: Timestamp) {
        makeFolders()
        var text = "none"
        if let bytes {
            let digest = SHA256(of: bytes)
            // First, because a note whose content is missing says nothing.
            write(bytes, to: "\(digest)")
            text = "found \(digest)"
        }
        write(Array("\(text) \(now.milliseconds)\n".utf8), to: note(of: address))
        makeRoom()
    }

    private func note(of address: String) -> String {
        "\(SHA256(of: Array(address.utf8))).note"
    }

    private func write(_ bytes: [UInt8], to name: String) {
        try? WholeFile.write(bytes, to: name, in: folder, isDurable: false)
    }

    /// The folder, and those above it that the system may not have made yet.
    private func makeFolders() {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            try? WholeFile.makeFolder(path)
        }
    }

    // MARK: Room

    private struct Entry {
        let path: String
        let size: Int
        let changed: Int
    }

    /// Removes the oldest files until the rest fits.
    private func makeRoom() {
        let entries = entries()
        var size = entries.reduce(0) { $0 + $1.size }
        guard size > limit else { return }
        for entry in entries.sorted(by: { $0.changed < $1.changed }) {
            // Another shell may have been faster.
            unsafe unlink(entry.path)
            size -= entry.size
            if size <= limit { return }
        }
    }

    private func entries() -> [Entry] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var entries: [Entry] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                // `readdir` ends the name with a zero within the field, which has 256 bytes.
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            entries.append(
                Entry(
                    path: path, size: Int(status.st_blocks) * 512,
                    changed: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec))
        }
        return entries
    }
}
