/// A model of a disk whose power may be cut at any time: what it must hold afterwards, and what it
/// may hold.
///
/// Synced data is there. Of unsynced writes, each sector may be there or not; a file's length may
/// be there without its content; a name may be missing until its folder was synced, because `fsync`
/// on a file does not cover its name (POSIX). The model is stricter than current file systems,
/// which preserve more order.
package struct DiskAfterCut {
    /// How much unsynced data reached the disk.
    package enum Survival: CaseIterable, Sendable {
        case nothing
        case everything
        /// A prefix, in the program's order.
        case beginning
        /// Any subset of the writes and names.
        case some
        /// Any subset of the sectors and names.
        case sectors
        /// The lengths of files without their content.
        case lengths
    }

    /// The sector size in bytes.
    private static let sector = 512

    private enum Change {
        case write(offset: Int, [UInt8])
        case resize(Int)

        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .write(let offset, let written):
                let end = offset + written.count
                if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                bytes.replaceSubrange(offset..<end, with: written)
            case .resize(let size):
                if bytes.count > size {
                    bytes.removeLast(bytes.count - size)
                } else {
                    bytes += [UInt8](repeating: 0, count: size - bytes.count)
                }
            }
        }
    }

    /// A file, independent of its name.
    private final class File {
        var durable: [UInt8] = []
        var pending: [Change] = []

        func sync() {
            for change in pending { change.apply(to: &durable) }
            pending = []
        }
    }

    private enum Node {
        case folder
        case file(File)
    }

    private enum NameChange {
        case add(String, Node)
        case rename(String, to: String, Node)
        case remove(String)

        var folder: String {
            switch self {
            case .add(let path, _), .rename(_, to: let path, _), .remove(let path):
                DiskAfterCut.folder(of: path)
            }
        }

        func apply(to names: inout [String: Node]) {
            switch self {
            case .add(let path, let node): names[path] = node
            case .rename(let old, to: let new, let node):
                names[old] = nil
                names[new] = node
            case .remove(let path): names[path] = nil
            }
        }
    }

    /// The files as the program sees them.
    private var names: [String: Node] = [:]
    private var durableNames: [String: Node] = [:]
    private var pendingNames: [NameChange] = []
    private let root: String

    /// Creates an empty, durable folder.
    package init(root: String) {
        self.root = root
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Applies an event of the program.
    package mutating func take(_ event: DiskEvent) {
        switch event {
        case .makeFolder(let path): add(path, .folder)
        case .open(let path, let truncates):
            if let file = file(path) {
                if truncates { file.pending.append(.resize(0)) }
            } else {
                add(path, .file(File()))
            }
        case .write(let path, let offset, let bytes):
            file(path)?.pending.append(.write(offset: offset, bytes))
        case .resize(let path, let size): file(path)?.pending.append(.resize(size))
        case .sync(let path):
            if let file = file(path) { return file.sync() }
            for change in pendingNames where change.folder == path {
                change.apply(to: &durableNames)
            }
            pendingNames.removeAll { $0.folder == path }
        case .rename(let old, to: let new):
            guard let node = names.removeValue(forKey: old) else { return }
            names[new] = node
            pendingNames.append(.rename(old, to: new, node))
        case .remove(let path):
            names[path] = nil
            pendingNames.append(.remove(path))
        case .say: return
        }
    }

    private func file(_ path: String) -> File? {
        if case .file(let file)? = names[path] { file } else { nil }
    }

    private mutating func add(_ path: String, _ node: Node) {
        names[path] = node
        pendingNames.append(.add(path, node))
    }

    /// Returns a possible state of the disk after the power cut: the files by their paths from the
    /// root.
    package func files(
        _ survival: Survival, using random: inout SeededRandom
    ) -> [String: [UInt8]] {
        var found = durableNames
        let isKept: [Bool] =
            switch survival {
            case .nothing: pendingNames.map { _ in false }
            case .everything, .lengths: pendingNames.map { _ in true }
            case .beginning:
                pendingNames.indices.map {
                    [end = Int.random(in: 0...pendingNames.count, using: &random)] in $0 < end
                }
            case .some, .sectors: pendingNames.map { _ in Bool.random(using: &random) }
            }
        for (change, isKept) in zip(pendingNames, isKept) where isKept { change.apply(to: &found) }

        var files: [String: [UInt8]] = [:]
        // Sorted, so that a seed always gives the same disk.
        for (path, node) in found.sorted(by: { $0.key < $1.key }) {
            guard case .file(let file) = node, isReachable(path, in: found) else { continue }
            files[String(path.dropFirst(root.count + 1))] = Self.content(
                of: file, survival, using: &random)
        }
        return files
    }

    private func isReachable(_ path: String, in names: [String: Node]) -> Bool {
        var folder = Self.folder(of: path)
        while folder.count > root.count {
            guard case .folder? = names[folder] else { return false }
            folder = Self.folder(of: folder)
        }
        return true
    }

    private static func content(
        of file: File, _ survival: Survival, using random: inout SeededRandom
    ) -> [UInt8] {
        var bytes = file.durable
        let end = Int.random(in: 0...file.pending.count, using: &random)
        for (index, change) in file.pending.enumerated() {
            switch survival {
            case .nothing: break
            case .everything: change.apply(to: &bytes)
            case .beginning: if index < end { change.apply(to: &bytes) }
            case .some: if Bool.random(using: &random) { change.apply(to: &bytes) }
            case .sectors: apply(change, to: &bytes, using: &random)
            case .lengths:
                if case .write(let offset, let written) = change {
                    Change.resize(max(bytes.count, offset + written.count)).apply(to: &bytes)
                }
            }
        }
        return bytes
    }

    /// Applies some sectors of a write, or possibly a change of the length.
    private static func apply(
        _ change: Change, to bytes: inout [UInt8], using random: inout SeededRandom
    ) {
        guard case .write(let offset, let written) = change else {
            if Bool.random(using: &random) { change.apply(to: &bytes) }
            return
        }
        var position = offset
        while position < offset + written.count {
            let end = min((position / sector + 1) * sector, offset + written.count)
            if Bool.random(using: &random) {
                let part = Array(written[(position - offset)..<(end - offset)])
                Change.write(offset: position, part).apply(to: &bytes)
            }
            position = end
        }
    }
}
