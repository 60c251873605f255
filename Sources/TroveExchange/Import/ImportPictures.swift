package import TroveCodecs

/// The pictures in an archive of Trove's own. They are untrusted, like the rest of the archive.
package struct ImportPictures {
    private let archive: ImportArchive
    private var photos: [SHA256: ImportArchive.File] = [:]
    private var covers: [SHA256: ImportArchive.File] = [:]

    init(in archive: ImportArchive) {
        self.archive = archive
        for file in archive.files {
            guard let picture = TroveArchive.picture(in: file.name) else { continue }
            if picture.isPhoto {
                photos[picture.digest] = file
            } else {
                covers[picture.digest] = file
            }
        }
    }

    /// Returns whether the archive has a photo with this digest in its name.
    package func hasPhoto(_ digest: SHA256) -> Bool { photos[digest] != nil }

    /// Returns the bytes that the archive has for the digest of a photo; nil without any. They may
    /// have another digest.
    package func photo(_ digest: SHA256) throws(ImportFailure) -> [UInt8]? {
        try photos[digest].map { (file) throws(ImportFailure) in try read(file) } ?? nil
    }

    /// Returns the bytes of a cover; nil without one. `source` is its key in the cache of covers.
    package func cover(of source: String) throws(ImportFailure) -> [UInt8]? {
        guard !covers.isEmpty, let file = covers[SHA256(of: Array(source.utf8))] else {
            return nil
        }
        return try read(file)
    }

    /// Reads a file of the archive; nil for one that is larger than a picture may be.
    private func read(_ file: ImportArchive.File) throws(ImportFailure) -> [UInt8]? {
        guard file.size <= PictureHeader.maximumBytes else { return nil }
        let source = try archive.bytes(of: file)
        // Room for one more byte than stated lets the source reach the end of the file.
        var bytes = [UInt8](repeating: 0, count: file.size + 1)
        var count = 0
        return try ImportFailure.reading { () throws(ReadFailure) in
            while count < bytes.count {
                let more = try source.read(into: &bytes, from: count)
                if more == 0 { break }
                count += more
            }
            return Array(bytes.prefix(count))
        }
    }
}
