import TroveCodecs
import TroveModel
import TroveStore

/// The contents of pictures, without the network.
extension CommandContext {
    /// Returns the content of a photo and its format; nil if the library does not have it whole.
    func content(of digest: SHA256) -> (bytes: [UInt8], header: PictureHeader)? {
        guard let bytes = try? library.blobs?.read(digest), let header = try? PictureHeader(bytes)
        else { return nil }
        return (bytes, header)
    }

    /// Returns the content of a cover in the cache; nil if it is not there.
    func content(ofCover source: CoverSource) -> (bytes: [UInt8], header: PictureHeader)? {
        guard case .picture(_, let bytes) = covers.find(source.name, at: surroundings.now),
            let header = try? PictureHeader(bytes), !header.isSinglePixel
        else { return nil }
        return (bytes, header)
    }
}
