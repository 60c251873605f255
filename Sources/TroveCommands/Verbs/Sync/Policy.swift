import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore

/// Shows or changes the offline rules.
struct Policy: ShellCommand {
    /// Whether the default rules of all kinds are restored.
    var isReset = false
    /// Whether the rule is for all operations on all kinds.
    var isForAll = false
    var kind = KindIndex(0)
    /// The operation whose rule changes; nil shows all rules.
    var operation: Operation?
    var rule = OfflineRule.queue

    static let name = "policy"
    static let effect = Effect.independent
    static let syntax = Syntax<Policy>(
        .sync, "choose what can be changed offline",
        details: """
            queue makes the change here and sends it to the server later; refuse reports an error \
            and changes nothing. `add` and `change` are accepted for create and update. all sets \
            the rule for every kind and operation; reset restores the default rules. A local \
            library ignores the rules.
            """,
        forms: [
            [],
            [.kind(\.kind), operationArgument, .word(\.rule, missing: .rule)],
            [.keyword("all", \.isForAll, true), .word(\.rule, missing: .rule)],
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
            .init("policy gem update queue", "Offline, changes to gems are now queued."),
            .init("policy all queue", "Offline, changes to items of all kinds are now queued."),
            .init("policy reset", "Restored the default rules of all kinds."),
        ])

    private static let operationArgument = Argument<Policy>(
        Operation.names.joined(separator: "|"), [.words(Operation.names)],
        width: .one
    ) { (reader, command) throws(LanguageError) in
        guard let token = reader.next() else { throw reader.missing(.operation) }
        let operations = Operation.allCases
        guard let operation = operations.first(where: { $0.words.contains(token.text) }) else {
            throw LanguageError(
                .unknownWord(
                    token.text, known: Operation.names,
                    nearest: Nearest.names(to: token.text, among: operations.flatMap(\.words))),
                at: token.span)
        }
        command.operation = operation
    }

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let library = context.library
        let kinds = context.kinds
        if isReset {
            try library.offlineRules.reset()
            return .text(Message.policiesReset)
        }
        if isForAll {
            try library.offlineRules.setAll(rule)
            return .text(Message.policyOfAll(rule))
        }
        if let operation {
            try library.offlineRules.set(rule, operation, of: kind)
            return .text(Message.policy(kinds[kind], operation, rule))
        }
        let operations = Operation.allCases
        let rows = kinds.indices.map { kind in
            [JSON.string(kinds[kind].name)]
                + operations.map { .string(library.offlineRules.rule($0, of: kind).rawValue) }
        }
        return .report(Report(["kind"] + operations.map(\.rawValue), rows))
    }
}

extension Operation {
    fileprivate static var names: [String] { allCases.map(\.rawValue) }

    /// The words that the user can type for the operation; the first is its name.
    fileprivate var words: [String] {
        switch self {
        case .create: ["create", "add"]
        case .update: ["update", "change", "set"]
        case .delete: ["delete"]
        }
    }
}
