import TroveModel

extension VerbTable {
    /// What goes between the library and the server.
    static let sync: [Verb] = [
        Verb(
            "status", .sync, ["status"], "say how this library and its server stand",
            examples: [
                .init(
                    "status", "This library is local. connect URL connects it to a server."),
                .init(
                    "status", "This library is local. connect URL connects it to a server."),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .status
        },
        Verb(
            "sync", .sync, ["sync"], "bring this library and its server in step now",
            details: "That happens by itself as well; sync waits until it is done.",
            examples: [
                .init("sync", "error: this library is not connected to a server"),
                .init("sync", "error: this library is not connected to a server"),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .sync
        },
        Verb(
            "queue", .sync, ["queue", "queue retry N|all", "queue drop N|all [--yes]"],
            "show the changes that wait for the server",
            details: """
                retry sends again what the server has refused. drop gives a change up: this library \
                then has what the server has.
                """,
            parameters: [.words(["retry", "drop"]), .words(["all"], at: 2)], options: ["--yes"],
            examples: [
                .init("queue", "Nothing is queued."),
                .init("queue drop 7 --yes", "error: there is no change 7 in the queue"),
            ]
        ) { (reader) throws(LanguageError) in
            guard !reader.isAtEnd else { return .queue(.show) }
            let action = try reader.takeWord(among: ["retry", "drop"], missing: .command)
            let number = try reader.takeNumberOrAll(.queueNumber)
            try reader.finish()
            return .queue(
                action.value == "retry"
                    ? .retry(number) : .drop(number, isConfirmed: reader.has("--yes")))
        },
        Verb(
            "conflicts", .sync, ["conflicts"],
            "show where two devices changed the same thing differently",
            details: "Nothing is lost: both values are kept until resolve chooses one.",
            examples: [
                .init("conflicts", "No conflicts."),
                .init("conflicts", "No conflicts."),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .conflicts
        },
        Verb(
            "resolve", .sync, ["resolve N|all mine|theirs|kept|lost"], "settle a conflict",
            details: """
                N is the number that conflicts shows. mine is the value that this device wrote, theirs \
                the one of the other device. kept is the value that stands now, lost the other one: a \
                device that wrote neither chooses with these.
                """,
            parameters: [.words(["all"]), .words(["mine", "theirs", "kept", "lost"], at: 2)],
            examples: [
                .init("resolve 3 mine", "error: there is no conflict 3"),
                .init("resolve all theirs", "No conflicts."),
            ]
        ) { (reader) throws(LanguageError) in
            let number = try reader.takeNumberOrAll(.conflictNumber)
            let side: Side = try reader.takeCase(missing: .side)
            try reader.finish()
            return .resolve(number, side)
        },
        Verb(
            "policy", .sync,
            ["policy", "policy KIND create|update|delete queue|refuse", "policy reset"],
            "choose what can be done while the server cannot be reached",
            details: """
                queue does it here and tells the server later; refuse is an error that changes nothing. \
                add is another word for create, change for update. reset brings back the rules that the \
                kinds came with. In a local library the rules have no effect.
                """,
            parameters: [
                .kind, .words(["reset"]), .operation,
                .words(OfflineRule.allCases.map(\.rawValue), at: 3),
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
                .init(
                    "policy gem update queue", "Without the server, changes of gems are now queued."
                ),
                .init("policy reset", "Every kind has the rules it came with."),
            ]
        ) { (reader) throws(LanguageError) in
            guard let first = reader.peek else { return .policy(.show) }
            if first.text == "reset" {
                _ = reader.next()
                try reader.finish()
                return .policy(.reset)
            }
            let kind = try reader.takeKnownKind()
            let operation = try reader.takeOperation()
            let rule: OfflineRule = try reader.takeCase(missing: .rule)
            try reader.finish()
            return .policy(.set(kind: kind, operation, rule))
        },
        Verb(
            "net", .sync,
            ["net", "net auto", "net off", "net slow MS", "net flaky PERCENT [seed:N]"],
            "play with the network, to see what happens",
            details: """
                The trouble is only simulated, in this shell and until it ends; auto ends it. The delay \
                is in milliseconds, or in seconds: 2s. With the same seed the same messages are lost.
                """,
            parameters: [
                .words(["auto", "off", "slow", "flaky"]), .named("seed", behind: "flaky"),
            ],
            examples: [
                .init("net", "The network is as it is."),
                .init("net off", "The network is off. net auto brings it back."),
                .init(
                    "net slow 800ms",
                    "The network is slower by 800 ms. net auto brings it back."),
                .init(
                    "net flaky 30% seed:7",
                    "The network is losing 30 % of the messages, with the seed 7. net auto brings it back."
                ),
                .init("net auto", "The network is as it is."),
            ]
        ) { (reader) throws(LanguageError) in
            guard !reader.isAtEnd else { return .net(nil) }
            let action = try reader.takeNetAction()
            try reader.finish()
            return .net(action)
        },
    ]
}

extension ArgumentReader {
    fileprivate mutating func takeNetAction() throws(LanguageError) -> NetAction {
        let word = try takeWord(among: ["auto", "off", "slow", "flaky"], missing: .command)
        switch word.value {
        case "off": return .off
        case "slow": return .slow(milliseconds: try takeDelay())
        case "flaky":
            let seed = try takeSeed()
            return .flaky(percent: try takePercentage(), seed: seed)
        default: return .auto
        }
    }
}
