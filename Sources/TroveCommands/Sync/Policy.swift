import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore

/// Shows and changes the offline rules: what can be done while the server cannot be reached.
struct Policy: ShellCommand {
    /// Whether every kind gets the rules back that it came with.
    var isReset = false
    var kind = 0
    /// The operation whose rule changes; nil shows all rules.
    var operation: TroveModel.Operation?
    var rule = OfflineRule.queue

    static let name = "policy"
    static let effect = Effect.independent
    static let syntax = Syntax<Policy>(
        .sync, "choose what can be done while the server cannot be reached",
        details: """
            queue does it here and tells the server later; refuse is an error that changes nothing. \
            add is another word for create, change for update. reset brings back the rules that the \
            kinds came with. In a local library the rules have no effect.
            """,
        forms: [
            [],
            [.kind(\.kind), operationArgument, .word(\.rule, missing: .rule)],
            [.keyword("reset", \.isReset, true)],
        ],
        examples: [
            .init(
                "policy",
                """
                kind   create  update  delete
                book   refuse  refuse  refuse
                gem    queue   refuse  queue
                movie  queue   refuse  refuse
                read   queue   queue   queue
                """),
            .init("policy gem update queue", "Without the server, changes of gems are now queued."),
            .init("policy reset", "Every kind has the rules it came with."),
        ])

    private static let operationArgument = Argument<Policy>(
        TroveModel.Operation.names.joined(separator: "|"), [.words(TroveModel.Operation.names)],
        width: .one
    ) { (reader, command) throws(LanguageError) in
        guard let token = reader.next() else { throw reader.missing(.operation) }
        let operations = TroveModel.Operation.allCases
        guard let operation = operations.first(where: { $0.words.contains(token.text) }) else {
            throw LanguageError(
                .unknownWord(
                    token.text, known: TroveModel.Operation.names,
                    nearest: Nearest.names(to: token.text, among: operations.flatMap(\.words))),
                at: token.span)
        }
        command.operation = operation
    }

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let library = context.library
        let kinds = context.kinds
        if isReset {
            try library.resetRules()
            return .text(Message.policiesReset)
        }
        if let operation {
            try library.setRule(rule, operation, of: kind)
            return .text(Message.policy(kinds[kind], operation, rule))
        }
        let operations = TroveModel.Operation.allCases
        let rows = kinds.all.indices.map { kind in
            [JSON.string(kinds[kind].name)]
                + operations.map { .string(library.rule($0, of: kind).rawValue) }
        }
        return .report(Report(["kind"] + operations.map(\.rawValue), rows))
    }
}

extension TroveModel.Operation {
    /// The names of all operations.
    fileprivate static var names: [String] { allCases.map(\.rawValue) }

    /// What the user can type for it; the first is its name.
    fileprivate var words: [String] {
        switch self {
        case .create: ["create", "add"]
        case .update: ["update", "change", "set"]
        case .delete: ["delete"]
        }
    }
}
