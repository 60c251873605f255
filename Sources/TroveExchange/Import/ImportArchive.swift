/// The files of an archive, by their paths below the folder that contains all of them.
package struct ImportArchive {
    /// A file of the archive.
    struct File {
        /// The path below the common folder.
        let name: String
        fileprivate let member: ZipArchive.Member

        var path: String { member.name }
        /// The uncompressed size in bytes, as the archive states it.
        var size: Int { member.size }
    }

    let files: [File]
    private let archive: ZipArchive

    /// Opens an archive and reads the list of its files.
    init(path: String) throws(ImportFailure) {
        let archive = try ImportFailure.reading { () throws(ReadFailure) in
            try ZipArchive(path: path)
        }
        let members = archive.members.filter { !$0.name.hasPrefix("__MACOSX/") }
        let folder = Self.commonFolder(of: members.map(\.name))
        files = members.map { member in
            File(name: String(member.name.dropFirst(folder.count)), member: member)
        }
        self.archive = archive
    }

    /// Returns the bytes of a file, which are inflated while they are read.
    func bytes(of file: File) throws(ImportFailure) -> any ByteSource {
        try ImportFailure.reading { () throws(ReadFailure) in try archive.bytes(of: file.member) }
    }

    /// Returns the folder that contains all files, with a slash at the end; empty without one.
    private static func commonFolder(of names: [String]) -> String {
        guard let first = names.first, let slash = first.firstIndex(of: "/") else { return "" }
        let folder = String(first[...slash])
        return names.allSatisfy { $0.hasPrefix(folder) } ? folder : ""
    }
}
