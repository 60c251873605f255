import TroveModel

/// Where the covers of items come from.
extension CommandContext {
    /// Where an item's cover comes from: the address that it holds, else the one that its ISBN stands
    /// for, else what a catalogue knows by its title.
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

/// Where a cover comes from.
enum CoverSource {
    case address(String)
    case isbn(ISBN)
    /// A title that is looked for in a catalogue, if one knows such items.
    case title(String, CatalogueSubject?)

    /// What the cache knows it by.
    var name: String {
        switch self {
        case .address(let address): address
        case .isbn(let isbn): "isbn:\(isbn)"
        case .title(let title, let subject): "\(subject?.rawValue ?? ""):\(title)"
        }
    }
}
