import TroveModel
import TroveSQLite
import TroveSystem

/// The location of a library's file.
extension Library {
    /// Where a library is kept.
    package enum Location: Sendable, Equatable {
        /// In a file at a path.
        case file(String)
        /// In memory only, until the program ends.
        case memory

        /// The path for messages.
        var path: String {
            switch self {
            case .file(let path): path
            case .memory: "(memory)"
            }
        }
    }

    /// The location that the library was opened at.
    package var location: Location { connection.location }
    /// The path for messages.
    package var path: String { location.path }
    /// The path of the file behind symbolic links.
    var file: String { connection.file }

    /// Whether another program may have written to a library that is read without locks. The data
    /// read since `beginReading` may then be inconsistent, and must be read again.
    package var isDisturbed: Bool { connection.isDisturbed }

    /// The folder of the library's pictures; nil for a library in memory.
    package var blobs: BlobFolder? {
        if case .file = location { BlobFolder(Self.blobFolder(of: file)) } else { nil }
    }

    private static func blobFolder(of file: String) -> String { file + ".blobs" }

    /// Returns whether a path leads to the library's file or to one of the files beside it, even if
    /// that does not exist at the moment.
    package func isKept(in path: String) -> Bool {
        guard case .file = location else { return false }
        let files = DatabaseFiles(path: file)
        let kept = [
            files.path, files.log, files.sharedMemory, files.journal, files.guardFile,
            SyncLease.path(of: file), Self.blobFolder(of: file),
        ]
        if let identity = FileStamp(of: path)?.identity {
            return kept.contains { FileStamp(of: $0)?.identity == identity }
        }
        let name = FilePath.name(of: path)
        return kept.contains { FilePath.name(of: $0) == name }
            && FileStamp(of: FilePath.folder(of: path))?.identity
                == FileStamp(of: FilePath.folder(of: file))?.identity
    }

    /// Returns whether a file exists at a location.
    package static func exists(at location: Location) -> Bool {
        guard case .file(let path) = location else { return false }
        if case .nothing? = try? LibraryFile.find(at: path) { return false }
        return true
    }

    /// Whether other users of this machine can read the library, and with it the token.
    package var isOpenToOthers: Bool {
        guard case .file = location else { return false }
        return FileStatus(of: file)?.isOpenToOthers ?? false
    }
}
