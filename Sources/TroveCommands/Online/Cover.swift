import TroveCodecs
import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// Fetches the cover of an item, unless it is in the cache, fills in the empty fields of the item,
/// and shows the cover.
struct Cover: ShellCommand {
    var item = Spanned<Reference>.unread

    static let name = "cover"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Cover>(
        .online, "fetch and show a cover",
        details: """
            It uses the address in the field cover. Without one, it asks the catalogue for the \
            ISBN, otherwise for the title, and also fills in what else the catalogue knows: \
            author, year, publisher, language, genre, tags, pages. Only empty fields are filled \
            in. The cover is cached, so that `show` displays it too. Drawing it on a terminal \
            needs the program chafa.
            """,
        appliesTo: { $0.index(ofRole: .cover) != nil },
        arguments: [.item(\.item)],
        examples: [
            .init("cover Ruby", "error: cover does not apply to a gem"),
            .init("cover 9", "error: there is no item 9"),
        ])

    var isRepeatable: Bool { false }

    var isRehearsable: Bool { false }

    func run(in context: any CommandContext) throws -> Reply {
        let item = try context.item(item)
        let kind = context.kinds[item.kind]
        guard kind.index(ofRole: .cover) != nil else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: self.item.span)
        }
        context.session.it = item.number
        let source = context.coverSource(of: item)
        var name = source.name
        var replies: [Reply] = []
        if case .unknown = context.covers.find(name, at: context.surroundings.now) {
            let (entry, warning) = try entry(of: item, source, context)
            let bytes = try fetchCover(of: item, from: source, entry, context)
            context.covers.keep(bytes, of: name, at: context.surroundings.now)
            if let entry {
                var filled = item
                filled.values = context.filled(item, from: entry)
                // The item has the address from now on.
                name = context.coverSource(of: filled).name
                context.covers.keep(bytes, of: name, at: context.surroundings.now)
                replies.append(try fill(item, from: entry, context))
            }
            replies.append(warning)
        }
        guard
            case .picture(let path, let bytes) = context.covers.find(
                name, at: context.surroundings.now)
        else { return .sequence(replies + [.text(Message.hasNoCover(item, kind))]) }
        return .sequence(replies + [try shown(item, in: path, bytes, context)])
    }

    /// Returns the entry of a catalogue for an item without the address of a cover; nil if the
    /// catalogue has none. The entry of an ISBN is not needed for the cover, so a failure to look it
    /// up becomes a warning.
    private func entry(
        of item: Item, _ source: CoverSource, _ context: any CommandContext
    ) throws -> (entry: CatalogueEntry?, warning: Reply) {
        switch source {
        case .address: return (nil, .nothing)
        case .isbn(let isbn):
            do {
                let lookup = ISBNLookup(isbn, context.session.settings.catalogues)
                return (try context.ask(lookup), .nothing)
            } catch let failure as CommandFailure where failure.isServiceFailure {
                return (nil, .warning(Message.isNotFilledIn(item, context.kinds, failure)))
            }
        case .title(_, let subject):
            guard let subject, let entry = try entry(titled: item, subject, context) else {
                return (nil, .nothing)
            }
            return try context.withCreators(entry, for: item.kind)
        }
    }

    /// Fetches a cover. Returns nil if the services have no cover of the item.
    private func fetchCover(
        of item: Item, from source: CoverSource, _ entry: CatalogueEntry?,
        _ context: any CommandContext
    ) throws -> [UInt8]? {
        let catalogues = context.session.settings.catalogues
        var address = entry?.cover
        switch source {
        case .address(let known): address = known
        case .isbn(let isbn): address = address ?? CatalogueServices.cover(of: isbn, catalogues)
        case .title: break
        }
        guard let address,
            let bytes = try context.ask(PictureLookup(address: address, catalogues))
        else { return nil }
        do throws(PictureFailure) {
            return try CoverSource.picture(in: bytes)
        } catch {
            throw CommandFailure(.cover(item, error))
        }
    }

    /// Returns the entry that a catalogue has for the title and the creators of an item, preferably
    /// one with a cover; nil if it has none.
    private func entry(
        titled item: Item, _ subject: CatalogueSubject, _ context: any CommandContext
    ) throws -> CatalogueEntry? {
        let lookup = SearchLookup(
            CatalogueQuery(item.title, in: .title, of: subject),
            context.session.settings.catalogues)
        return item.entry(in: try context.ask(lookup).entries, context.creator(of: item))
    }

    /// Fills in the empty fields of an item, unless the offline rules refuse it.
    private func fill(
        _ item: Item, from entry: CatalogueEntry, _ context: any CommandContext
    ) throws -> Reply {
        guard !context.library.isReadOnly else { return .nothing }
        guard let change = try context.filling(item, from: entry).change else { return .nothing }
        if let failure = try context.refusal(of: [change]) {
            return .warning(Message.isNotFilledIn(item, context.kinds, failure))
        }
        return try context.perform([change])
    }

    private func shown(
        _ item: Item, in path: String, _ bytes: [UInt8], _ context: any CommandContext
    ) throws -> Reply {
        let kind = context.kinds[item.kind]
        guard let header = try? PictureHeader(bytes) else {
            return .text(Message.hasNoCover(item, kind))
        }
        let text = Reply.text(Message.cover(of: item, kind, header))
        guard let screen = context.pictureScreen else { return text }
        return .sequence([.picture(try context.drawing(of: item, in: path, on: screen)), text])
    }
}
