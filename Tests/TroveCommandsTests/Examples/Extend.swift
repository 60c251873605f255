import TroveCommands
import TroveLanguage
import TroveModel

/// Changes the date on which a lent item is due.
struct Extend: ShellCommand {
    var item = Spanned<Reference>.unread
    var date = Spanned<String>.unread

    static let name = "extend"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Extend>(
        .library, "change the date on which a lent item is due",
        arguments: [.itemsBeforeText(\.item), .text("DATE", \.date, missing: .value)],
        examples: [
            .init(
                "extend Dune 2027-01-15",
                "Changed book 1: Dune\n  due  (none) → 2027-01-15"),
            .init(
                "extend 1 2027-02-28",
                "Changed book 1: Dune\n  due  2027-01-15 → 2027-02-28"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.setRole(of: [item], to: date, verb: Self.name) { $0 == .due }
    }
}
