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
        return .title(
            item.title, by: creator(of: item), year: year(of: item), kind.catalogue)
    }

    /// Returns the year that distinguishes a film from others with its title; nil if it is unknown.
    /// The years of a book are those of its editions, so they do not distinguish books.
    private func year(of item: Item) -> Int? {
        let kind = kinds[item.kind]
        guard kind.catalogue == .movies, let field = kind.index(ofRole: .year),
            case .integer(let year)? = item.values[field]
        else { return nil }
        return year
    }

    /// Returns the entries that a catalogue has for the title, the creators and the year of an
    /// item, those of exactly this year and those with a cover first.
    func entries(of item: Item, in entries: [CatalogueEntry]) -> [CatalogueEntry] {
        let year = year(of: item)
        let found = entries.filter { entry in
            guard Folding.name(entry.title) == Folding.name(item.title) else { return false }
            // A film may reach other countries a year later.
            if let year, let other = entry.year, abs(year - other) > 1 { return false }
            return mayBe(item, by: entry.creators)
        }
        let ranks = found.map { entry in
            (entry.cover == nil ? 2 : 0) + (year != nil && entry.year != year ? 1 : 0)
        }
        return found.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { found[$0] }
    }

    /// Returns the entry of an item if the search results identify it; nil if the details of
    /// several results would have to be fetched.
    func certainEntry(of item: Item, in entries: [CatalogueEntry]) -> CatalogueEntry? {
        let found = self.entries(of: item, in: entries)
        let isOnlyOne = found.count == 1 || creator(of: item) == nil
        return found.first.flatMap { isOnlyOne || !$0.creators.isEmpty ? $0 : nil }
    }

    /// Returns whether an item may be by some of these people; it may if either has no creators.
    func mayBe(_ item: Item, by creators: [String]) -> Bool {
        let known = creator(of: item).map { PersonName.names(in: $0).map(Folding.name) } ?? []
        guard !known.isEmpty, !creators.isEmpty else { return true }
        return creators.contains { known.contains(Folding.name($0)) }
    }

    /// Returns the creators of an item; nil if none are known.
    func creator(of item: Item) -> String? {
        guard let field = kinds[item.kind].index(ofRole: .creator),
            case .text(let name)? = item.values[field]
        else { return nil }
        return name
    }
}

/// The source of a cover.
enum CoverSource {
    case address(String)
    case isbn(ISBN)
    /// A title, the creators and the year of a film if they are known, and the subject of the
    /// catalogue to search; nil if no catalogue has such items.
    case title(String, by: String?, year: Int?, CatalogueSubject?)

    /// The key of the cover in the cache.
    var name: String {
        switch self {
        case .address(let address): address
        case .isbn(let isbn): "isbn:\(isbn)"
        case .title(let title, let creators, let year, let subject):
            "\(subject?.rawValue ?? ""):\(title)" + (creators.map { " by \($0)" } ?? "")
                + (year.map { " (\($0))" } ?? "")
        }
    }

    /// Returns a downloaded picture; nil for a picture of a single pixel, which means that there is
    /// none.
    ///
    /// - Throws: `PictureFailure` if the bytes are not a valid picture.
    static func picture(in bytes: [UInt8]?) throws(PictureFailure) -> [UInt8]? {
        guard let bytes else { return nil }
        return try PictureHeader(bytes).isSinglePixel ? nil : bytes
    }
}
