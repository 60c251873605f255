import TroveCodecs
import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// Fetches the covers of items, unless they are in the cache, fills in the empty fields of the
/// items, and shows the covers.
struct Cover: ShellCommand {
    var items: [Spanned<Reference>] = []
    /// Whether the covers of several items that meet a condition are fetched without confirmation.
    var isConfirmed = false

    static let name = "cover"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Cover>(
        .online, "fetch and show covers",
        details: """
            It uses the address in the field cover. Without one, it looks up the ISBN in the \
            catalogue, or else the title, and also fills in other values that the catalogue has: \
            author, year, publisher, language, genre, tags, pages. Only empty fields are filled \
            in. The cover is cached, so that `show` displays it too. Drawing it on a terminal \
            needs the program chafa.
            """,
        appliesTo: { $0.index(ofRole: .cover) != nil },
        arguments: [.items(\.items), .option("--yes", \.isConfirmed)],
        examples: [
            .init("cover Ruby", "error: cover does not apply to a gem"),
            .init("cover 9", "error: there is no item 9"),
        ])

    var isRepeatable: Bool { false }

    var isRehearsable: Bool { false }

    func run(in context: any CommandContext) throws -> Reply {
        let items = try context.items(items) { try checkApplies(to: $0) }
        var fetched: [Fetched] = []
        var warnings: [Reply] = []
        for item in items {
            do {
                fetched.append(try fetch(item, context))
            } catch let failure as CommandFailure where failure.isServiceFailure && !fetched.isEmpty
            {
                // Keep what was fetched. The service would not answer for the next item either.
                warnings.append(.warning(Message.coverWasNotFetched(item, context.kinds, failure)))
                break
            }
        }
        // Another shell may have changed the library during the requests.
        if fetched.contains(where: { $0.entry != nil }), !context.library.isReadOnly {
            try context.library.begin()
        }
        var changes: [Change] = []
        for fetched in fetched {
            let (change, warning) = try filling(fetched, context)
            changes += change.map { [$0] } ?? []
            warnings += [warning, fetched.warning]
        }
        let filled: [Reply] = changes.isEmpty ? [] : [try context.perform(changes)]
        context.session.it = items.last?.number
        return .sequence(
            filled + warnings + (try fetched.map { try show($0.item, $0.name, context) }))
    }

    private func checkApplies(to kind: Kind) throws {
        guard kind.index(ofRole: .cover) != nil else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: items.first?.span)
        }
    }

    /// What was fetched for an item.
    private struct Fetched {
        let item: Item
        /// The name of the cover in the cache.
        let name: String
        /// What the catalogue knows about the item; nil if it was not asked.
        var entry: CatalogueEntry?
        var warning = Reply.nothing
    }

    /// Fetches the cover of an item, unless it is in the cache.
    private func fetch(_ item: Item, _ context: any CommandContext) throws -> Fetched {
        let source = context.coverSource(of: item)
        guard case .unknown = context.covers.find(source.name, at: context.surroundings.now) else {
            return Fetched(item: item, name: source.name)
        }
        let (entry, warning) = try entry(of: item, source, context)
        let bytes = try fetchCover(of: item, from: source, entry, context)
        context.covers.keep(bytes, of: source.name, at: context.surroundings.now)
        guard let entry else {
            return Fetched(item: item, name: source.name, warning: warning)
        }
        var filled = item
        filled.values = context.filled(item, from: entry)
        // The item has the address from now on.
        let name = context.coverSource(of: filled).name
        context.covers.keep(bytes, of: name, at: context.surroundings.now)
        return Fetched(item: item, name: name, entry: entry, warning: warning)
    }

    private func show(
        _ item: Item, _ name: String, _ context: any CommandContext
    ) throws -> Reply {
        guard
            case .picture(let path, let bytes) = context.covers.find(
                name, at: context.surroundings.now)
        else { return .text(Message.hasNoCover(item, context.kinds[item.kind])) }
        return try shown(item, in: path, bytes, context)
    }

    /// Returns the entry of a catalogue for an item without the address of a cover; nil if the
    /// catalogue has none. The entry of an ISBN is not needed for the cover, so a failure to look
    /// it up becomes a warning.
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
        case .title(_, _, _, let subject):
            guard let subject else { return (nil, .nothing) }
            // Some search results do not name the creators, so the details decide.
            for entry in try entries(titled: item, subject, context).prefix(Self.maximumCandidates)
            {
                let complete = try context.withCreators(entry, for: item.kind)
                if context.mayBe(item, by: complete.entry.creators) { return complete }
            }
            return (nil, .nothing)
        }
    }

    /// The maximum number of search results whose details are fetched.
    private static let maximumCandidates = 3

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
            let bytes = try context.ask(PictureLookup(address: address, catalogues, isAsked: true))
        else { return nil }
        do throws(PictureFailure) {
            return try CoverSource.picture(in: bytes)
        } catch {
            throw CommandFailure(.cover(item, error))
        }
    }

    /// Returns the entries that a catalogue has for the title and the creators of an item, the best
    /// first.
    private func entries(
        titled item: Item, _ subject: CatalogueSubject, _ context: any CommandContext
    ) throws -> [CatalogueEntry] {
        let lookup = SearchLookup(
            CatalogueQuery(item.title, in: .title, of: subject),
            context.session.settings.catalogues)
        return context.entries(of: item, in: try context.ask(lookup).entries)
    }

    /// Returns the change that fills in the empty fields of an item, or a warning that the offline
    /// rules refuse it.
    private func filling(
        _ fetched: Fetched, _ context: any CommandContext
    ) throws -> (change: Change?, warning: Reply) {
        guard !context.library.isReadOnly, let entry = fetched.entry,
            let item = try context.library.item(numbered: fetched.item.number),
            let change = try context.filling(item, from: entry).change
        else { return (nil, .nothing) }
        if let failure = try context.refusal(of: [change]) {
            return (nil, .warning(Message.isNotFilledIn(item, context.kinds, failure)))
        }
        return (change, .nothing)
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
