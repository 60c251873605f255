import TroveCodecs
import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// Fetches the cover of an item, unless it is in the cache, and shows it.
struct Cover: ShellCommand {
    var item = Spanned<Reference>.unread

    static let name = "cover"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Cover>(
        .online, "fetch and show a cover",
        details: """
            It uses the address in the field cover, otherwise the ISBN, otherwise the title. The \
            cover is cached, so that `show` displays it too. Drawing it on a terminal needs the \
            program chafa.
            """,
        arguments: [.item(\.item)],
        examples: [
            .init("cover Ruby", "error: cover does not apply to a gem"),
            .init("cover 9", "error: there is no item 9"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let item = try context.item(item)
        let kind = context.kinds[item.kind]
        guard kind.index(ofRole: .cover) != nil else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: self.item.span)
        }
        context.session.it = item.number
        let source = context.coverSource(of: item)
        if case .unknown = context.covers.find(source.name, at: context.surroundings.now) {
            try fetchCover(of: item, from: source, context)
        }
        guard
            case .picture(let path, let bytes) = context.covers.find(
                source.name, at: context.surroundings.now)
        else { return .text(Message.hasNoCover(item, kind)) }
        return try shown(item, in: path, bytes, context)
    }

    /// Looks up a cover and caches the result, also if there is none.
    private func fetchCover(
        of item: Item, from source: CoverSource, _ context: any CommandContext
    ) throws {
        let catalogues = context.session.settings.catalogues
        var address: String?
        switch source {
        case .address(let known): address = known
        case .isbn(let isbn): address = CatalogueServices.cover(of: isbn, catalogues)
        case .title(_, let subject?):
            let query = CatalogueQuery(item.title, in: .title, of: subject)
            let entries = try context.ask(SearchLookup(query, catalogues)).entries
            address = item.coverAddress(in: entries, context.creator(of: item))
        case .title(_, nil): break
        }
        var bytes: [UInt8]?
        if let address { bytes = try context.ask(PictureLookup(address: address, catalogues)) }
        do throws(PictureFailure) {
            bytes = try CoverSource.picture(in: bytes)
        } catch {
            throw CommandFailure(.cover(item, error))
        }
        context.covers.keep(bytes, of: source.name, at: context.surroundings.now)
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
