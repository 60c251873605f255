import TroveLanguage
import TroveModel

/// Chooses the kind of the items that `add` adds.
struct Use: ShellCommand {
    var kind = KindIndex(0)

    static let name = "use"
    static let effect = Effect.independent
    static let syntax = Syntax<Use>(
        .look, "choose the kind of new items",
        arguments: [.kind(\.kind)],
        examples: [
            .init("use gem", "`add` now adds gems."),
            .init("use books", "`add` now adds books."),
        ])

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        rehearse(in: context)
    }

    func rehearse(in context: any CommandContext) -> Reply {
        context.session.currentKind = kind
        return .text(Message.uses(context.kinds[kind]))
    }
}
