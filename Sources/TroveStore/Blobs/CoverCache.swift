import CLinux
import Glibc
import TroveCodecs
package import TroveModel
import TroveSystem

/// The cache of downloaded pictures.
///
/// The file of a picture is named after the digest of its content. Each requested address has a
/// note, which is named after the digest of the address. It contains `found`, the digest of the
/// content and the time, or `none` and the time. Several shells can share the folder, because files
/// appear complete and never change. A cache that cannot be used acts like an empty one; no
/// function throws.
package struct CoverCache: Sendable {
    /// The cached result for an address.
    package enum Finding: Sendable, Hashable {
        /// The picture: the path of its file, and its content.
        case picture(path: String, [UInt8])
        /// The address had no picture when it was last requested.
        case noCover
        case unknown
    }

    /// How long `noCover` is valid, in milliseconds: a week.
    package static let believesNone = 7 * 24 * 3_600_000
    /// How long a picture is kept, in milliseconds: 180 days. The terms of TMDB allow six months.
    package static let keepsPictures = 180 * 24 * 3_600_000

    private let folder: String
    /// The limit of the folder's size on disk, in bytes.
    private let limit: Int

    /// Uses a folder, which is created with the first picture.
    package init(folder: String, limit: Int = 200_000_000) {
        self.folder = folder
        self.limit = limit
    }

    /// Returns the cached result for an address, if it is still valid.
    package func find(_ address: String, at now: Timestamp) -> Finding {
        guard let bytes = try? WholeFile.read("\(folder)/\(note(of: address))", limit: 200) else {
            return .unknown
        }
        let words = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
        guard let time = words.last.flatMap({ Int($0) }) else { return .unknown }
        // A note from the future was written with a wrong clock.
        let (age, isOverflow) = now.milliseconds.subtractingReportingOverflow(time)
        if isOverflow { return .unknown }
        if words.first == "none" {
            return (0..<Self.believesNone).contains(age) ? .noCover : .unknown
        }
        guard words.count == 3, words[0] == "found", let digest = SHA256(words[1]),
            (0..<Self.keepsPictures).contains(age)
        else { return .unknown }
        let path = "\(folder)/\(digest)"
        guard let content = try? WholeFile.read(path, limit: PictureHeader.maximumBytes),
            SHA256(of: content) == digest
        else { return .unknown }
        return .picture(path: path, content)
    }

    /// Stores the picture of an address; nil if it has none.
    ///
    /// - Parameters:
    ///   - bytes: the picture.
    ///   - address: its address.
    ///   - now: the time.
    ///   - makesRoom: whether the oldest files are removed if the cache has become too large, for
    ///     which it reads the folder. If not, call `makeRoom` after several pictures.
    package func keep(
        _ bytes: [UInt8]?, of address: String, at now: Timestamp, makesRoom: Bool = true
    ) {
        try? Folder.make(folder)
        var text = "none"
        if let bytes {
            let digest = SHA256(of: bytes)
            // Writes the content first, because a note without it is worthless.
            write(bytes, to: "\(digest)")
            text = "found \(digest)"
        }
        write(Array("\(text) \(now.milliseconds)\n".utf8), to: note(of: address))
        if makesRoom { makeRoom() }
    }

    private func note(of address: String) -> String {
        "\(SHA256(of: Array(address.utf8))).note"
    }

    private func write(_ bytes: [UInt8], to name: String) {
        try? WholeFile.write(bytes, to: "\(folder)/\(name)", isDurable: false)
    }

    // MARK: Size limit

    private struct Entry {
        let path: String
        let size: Int
        let changed: timespec
    }

    /// Removes the oldest files until the rest fits.
    package func makeRoom() {
        let entries = entries()
        var size = entries.reduce(0) { $0 + $1.size }
        guard size > limit else { return }
        for entry in entries.sorted(by: {
            ($0.changed.tv_sec, $0.changed.tv_nsec) < ($1.changed.tv_sec, $1.changed.tv_nsec)
        }) {
            // Another shell may have removed it already.
            SystemCall.unlink(entry.path)
            size -= entry.size
            if size <= limit { return }
        }
    }

    private func entries() -> [Entry] {
        var entries: [Entry] = []
        for name in Folder.names(in: folder) ?? [] {
            let path = "\(folder)/\(name)"
            guard let status = FileStatus(of: path, followsLink: false), status.type == .file
            else { continue }
            entries.append(Entry(path: path, size: status.space, changed: status.modified))
        }
        return entries
    }
}
