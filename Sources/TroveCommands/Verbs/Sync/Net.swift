import TroveLanguage
import TroveModel
import TroveSync

/// Shows or changes the simulated network.
struct Net: ShellCommand {
    var action = Action.show
    /// In milliseconds.
    var delay = 0
    /// From 0 to 100.
    var percentage = 0
    /// Nil picks a random seed.
    var seed: UInt64?

    /// What `net` does.
    enum Action: Sendable {
        case show
        /// Simulates nothing.
        case auto
        /// Drops every message.
        case off
        /// Delays every message.
        case slow
        /// Loses a percentage of the messages. The same seed loses the same ones.
        case flaky
    }

    static let name = "net"
    static let effect = Effect.independent
    static let syntax = Syntax<Net>(
        .sync, "simulate a bad network",
        details: """
            The simulation affects only this shell and ends with it; auto ends it at once. The \
            delay is in milliseconds, or in seconds: 2s. The same seed loses the same messages.
            """,
        forms: [
            [],
            [.keyword("auto", \.action, Action.auto)],
            [.keyword("off", \.action, Action.off)],
            [.keyword("slow", \.action, Action.slow), delayArgument],
            [.keyword("flaky", \.action, Action.flaky), percentageArgument, seedArgument],
        ],
        examples: [
            .init("net", "Network simulation off."),
            .init("net off", "Network simulation: offline. `net auto` ends it."),
            .init(
                "net slow 800ms", "Network simulation: 800 ms slower. `net auto` ends it."),
            .init(
                "net flaky 30% seed:7",
                "Network simulation: losing 30 % of the messages, with seed 7. `net auto` ends it."
            ),
            .init("net auto", "Network simulation off."),
        ])

    /// `800`, `800ms`, `1.5s`
    private static let delayArgument = Argument<Net>("MS", width: .one) {
        (reader, command) throws(LanguageError) in
        guard let token = reader.next() else { throw reader.missing(.delay) }
        let isInSeconds = token.text.hasSuffix("s") && !token.text.hasSuffix("ms")
        let unit = isInSeconds ? "s" : token.text.hasSuffix("ms") ? "ms" : ""
        let number = String(token.text.dropLast(unit.count))
        let delay = isInSeconds ? FixedDecimal(parsing: number)?.thousandths : Int(digits: number)
        guard let delay, (1...60_000).contains(delay) else {
            throw LanguageError(.noNumber(token.text, what: .delay), at: token.span)
        }
        command.delay = delay
    }

    /// `30`, `30%`
    private static let percentageArgument = Argument<Net>("PERCENT", width: .one) {
        (reader, command) throws(LanguageError) in
        guard let token = reader.next() else { throw reader.missing(.percentage) }
        let number = token.text.hasSuffix("%") ? String(token.text.dropLast()) : token.text
        guard let percentage = Int(digits: number), (0...100).contains(percentage) else {
            throw LanguageError(.noNumber(token.text, what: .percentage), at: token.span)
        }
        command.percentage = percentage
    }

    private static let seedArgument = Argument<Net>(
        "[seed:N]", [.named("seed", .free)], isNamed: true
    ) { (reader, command) throws(LanguageError) in
        guard let seed = try reader.takeNamed("seed") else { return }
        guard let number = UInt64(seed.value) else {
            throw LanguageError(.noNumber(seed.value, what: .seed), at: seed.span)
        }
        command.seed = number
    }

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        if let mode = mode(in: context) {
            context.network = mode
            try context.sync?.simulate(mode)
        }
        return .text(Message.network(context.network))
    }

    /// Returns the network to simulate from now on; nil keeps the current one.
    private func mode(in context: any CommandContext) -> SimulatedNetwork.Mode? {
        switch action {
        case .show: nil
        case .auto: .real
        case .off: .off
        case .slow: .slow(.milliseconds(delay))
        case .flaky:
            .flaky(percent: percentage, seed: seed ?? context.surroundings.random.next())
        }
    }
}
