import TroveCodecs
import TroveLookup
import TroveModel

/// The sources of covers.
extension CommandContext {
    /// Returns the source of an item's cover: the address in its cover field, else its ISBN, else
    /// its title.
    func coverSource(of item: Item) -> CoverSource {
        let kind = kinds[item.kind]
        if let field = kind.index(ofRole: .cover), case .text(let address)? = item.values[field] {
            return .address(address)
        }
        if let field = kind.index(ofRole: .isbn), case .text(let text)? = item.values[field],
            let isbn = ISBN(parsing: text)
        {
            return .isbn(isbn)
        }
        return .title(item.title, kind.catalogue)
    }

    /// Returns the creators of an item; nil if none are known.
    func creator(of item: Item) -> String? {
        guard let field = kinds[item.kind].index(ofRole: .creator),
            case .text(let name)? = item.values[field]
        else { return nil }
        return name
    }
}

extension Item {
    /// Returns the entry that a catalogue has for the title and the creators of the item, preferably
    /// one with a cover; nil if it has none.
    func entry(in entries: [CatalogueEntry], _ creators: String?) -> CatalogueEntry? {
        let creators = creators.map { PersonName.names(in: $0).map(Folding.name) } ?? []
        let found = entries.filter { entry in
            guard Folding.name(entry.title) == Folding.name(title) else { return false }
            guard !creators.isEmpty, !entry.creators.isEmpty else { return true }
            return entry.creators.contains { creators.contains(Folding.name($0)) }
        }
        return found.first { $0.cover != nil } ?? found.first
    }
}

/// The source of a cover.
enum CoverSource {
    case address(String)
    case isbn(ISBN)
    /// A title, and the subject of the catalogue to search; nil if no catalogue has such items.
    case title(String, CatalogueSubject?)

    /// The key of the cover in the cache.
    var name: String {
        switch self {
        case .address(let address): address
        case .isbn(let isbn): "isbn:\(isbn)"
        case .title(let title, let subject): "\(subject?.rawValue ?? ""):\(title)"
        }
    }

    /// Returns a downloaded picture; nil if it is one of a single pixel, which stands for no
    /// picture.
    ///
    /// - Throws: why the bytes are not a valid picture.
    static func picture(in bytes: [UInt8]?) throws(PictureFailure) -> [UInt8]? {
        guard let bytes else { return nil }
        return try PictureHeader(bytes).isSinglePixel ? nil : bytes
    }
}
