import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Pictures of things from the catalogues.
extension Interpreter {
    /// Fetches a thing's cover, unless that was done not long ago, and shows it.
    func cover(_ reference: Spanned<Reference>) throws -> Reply {
        let item = try item(reference)
        guard kinds[item.kind].index(ofRole: .cover) != nil else {
            throw CommandFailure(
                .doesNotApply(verb: "cover", kind: kinds[item.kind]), at: reference.span)
        }
        session.it = item.number
        let source = coverSource(of: item)
        if case .unknown = session.covers.find(source.name, at: session.surroundings.now) {
            try fetchCover(of: item, from: source)
        }
        guard
            case .picture(let path, let bytes) = session.covers.find(
                source.name, at: session.surroundings.now)
        else { return .text(Message.hasNoCover(item, kinds[item.kind])) }
        return try shown(item, in: path, bytes)
    }

    /// Looks a cover up, and keeps it, or that there is none.
    private func fetchCover(of item: Item, from source: CoverSource) throws {
        var address: String?
        switch source {
        case .address(let known): address = known
        case .isbn(let isbn):
            address = "\(session.settings.catalogues.covers)/b/isbn/\(isbn.thirteen)-L.jpg"
        case .title(_, let subject): address = try addressOfCover(of: item, subject)
        }
        var bytes: [UInt8]?
        if let address {
            bytes = try ask(PictureLookup(address: address, session.settings.catalogues))
        }
        if let fetched = bytes {
            do throws(PictureFailure) {
                if try PictureHeader(fetched).isSinglePixel { bytes = nil }
            } catch {
                throw CommandFailure(.cover(item, error))
            }
        }
        session.covers.keep(bytes, of: source.name, at: session.surroundings.now)
    }

    /// The address of the cover of what a catalogue calls the same; nil where it knows none.
    private func addressOfCover(of item: Item, _ subject: CatalogueSubject?) throws -> String? {
        guard let subject else { return nil }
        let lookup = SearchLookup(
            CatalogueQuery(item.title, in: .title, of: subject), session.settings.catalogues)
        let creator = kinds[item.kind].index(ofRole: .creator).flatMap { item.values[$0] }
        return try ask(lookup).entries.first { entry in
            guard entry.cover != nil, Folding.name(entry.title) == Folding.name(item.title) else {
                return false
            }
            guard case .text(let name)? = creator, !entry.creators.isEmpty else { return true }
            return entry.creators.contains { Folding.name($0) == Folding.name(name) }
        }?.cover
    }

    private func shown(_ item: Item, in path: String, _ bytes: [UInt8]) throws -> Reply {
        guard let header = try? PictureHeader(bytes) else {
            return .text(Message.hasNoCover(item, kinds[item.kind]))
        }
        let text = Reply.text(Message.cover(of: item, kinds[item.kind], header))
        guard let screen = session.pictureScreen else { return text }
        return .sequence([.picture(try drawing(of: item, in: path, on: screen)), text])
    }

    /// Where a thing's cover comes from: the address that it holds, else the one that its ISBN stands
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
    /// A title that is looked for in a catalogue, if one knows such things.
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
