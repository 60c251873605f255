package import TroveCodecs
import TroveModel

/// The names in the archives that Trove exports: the items as JSON, their photos, and the covers
/// from catalogue services.
package enum TroveArchive {
    /// The name of the file with the items.
    package static let items = "trove.json"
    private static let photos = "photos/"
    private static let covers = "covers/"

    /// Returns the name of a photo.
    package static func name(ofPhoto digest: SHA256, _ format: PictureHeader.Format) -> String {
        "\(photos)\(digest).\(ending(of: format))"
    }

    /// Returns the name of a cover. `source` is its key in the cache of covers.
    package static func name(
        ofCover source: String, _ format: PictureHeader.Format
    ) -> String {
        "\(covers)\(SHA256(of: Array(source.utf8))).\(ending(of: format))"
    }

    /// The file name extension of pictures.
    private static func ending(of format: PictureHeader.Format) -> String {
        format.rawValue.lowercased()
    }

    /// Returns the digest in the name of a photo or a cover; nil for another file.
    static func picture(in name: String) -> (isPhoto: Bool, digest: SHA256)? {
        for (folder, isPhoto) in [(photos, true), (covers, false)] where name.hasPrefix(folder) {
            let digits = name.dropFirst(folder.count).prefix { $0 != "." }
            return SHA256(digits).map { (isPhoto, $0) }
        }
        return nil
    }
}

/// The archives that Trove exports.
struct TroveArchiveFormat: ImportFormat {
    let name = "zip"
    let title = "Trove"

    /// Returns the definitions before the first item; none for another archive.
    static func definitions(in archive: ImportArchive) throws(ImportFailure) -> [Definition] {
        guard let items = archive.files.first(where: { $0.name == TroveArchive.items }) else {
            return []
        }
        let bytes = try archive.bytes(of: items)
        return try ImportedDefinitions.read(
            try ImportFailure.reading { () throws(ReadFailure) in try PeekedBytes(bytes) })
    }

    func open(
        _ archive: ImportArchive, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? {
        guard let items = archive.files.first(where: { $0.name == TroveArchive.items }) else {
            return nil
        }
        let bytes = try archive.bytes(of: items)
        let others = archive.files.filter {
            $0.name != TroveArchive.items && TroveArchive.picture(in: $0.name) == nil
        }
        return ImportContents(
            rows: TroveJSONReader(
                bytes, kinds: request.kinds, keepsUnknown: request.keepsUnknownColumns),
            leftOut: others.map(\.name),
            pictures: ImportPictures(in: archive))
    }
}
