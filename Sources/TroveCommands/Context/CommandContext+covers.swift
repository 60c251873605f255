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
}
