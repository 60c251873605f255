import TroveCodecs
import TroveModel

/// The picture of an item on a page, from the library or the cache of covers.
struct PagePicture {
    /// The maximum size of a picture on a page, in bytes: a page is one file.
    static let maximumBytes = 2_000_000

    let bytes: [UInt8]
    let header: PictureHeader

    /// What is known about the picture of an item.
    enum Finding {
        case picture(PagePicture)
        /// The item has none, or its cover was never fetched.
        case none
        /// The library lacks the content of the photo with this name.
        case isMissing(String)
        case isTooLarge
    }

    /// Finds the picture of an item without the network.
    static func find(for item: Item, in context: any CommandContext) -> Finding {
        let kind = context.kinds[item.kind]
        var content: (bytes: [UInt8], header: PictureHeader)?
        if let field = kind.index(ofRole: .photo), case .text(let text)? = item.values[field] {
            let photo = PhotoValue(text)
            content = photo.digest.flatMap { context.content(of: $0) }
            if content == nil { return .isMissing(photo.name) }
        } else if kind.index(ofRole: .cover) != nil {
            content = context.content(ofCover: context.coverSource(of: item))
        }
        guard let content else { return .none }
        guard content.bytes.count <= maximumBytes else { return .isTooLarge }
        return .picture(PagePicture(bytes: content.bytes, header: content.header))
    }

    /// The picture as an element. The name of the item is next to it, so it needs no other text.
    var markup: HTMLMarkup {
        let type: HTMLMarkup =
            switch header.format {
            case .jpeg: "image/jpeg"
            case .png: "image/png"
            case .gif: "image/gif"
            case .webp: "image/webp"
            }
        return """
            <img alt="" width="\(header.width)" height="\(header.height)" \
            src="data:\(type);base64,\(HTMLMarkup(base64: bytes))">
            """
    }
}
