import TroveLanguage

/// Turns the time after each command on or off.
struct Timing: ShellCommand {
    /// Nil shows whether it is on.
    var isOn: Bool?

    static let name = "timing"
    static let effect = Effect.independent
    static let syntax = Syntax<Timing>(
        .shell, "show how long each command takes",
        details: """
            The time goes to standard error, after the output. It includes saving the changes, \
            except in a script, where several commands are saved together.
            """,
        forms: [
            [], [.keyword("on", \.isOn, true)], [.keyword("off", \.isOn, false)],
        ],
        examples: [
            .init("timing on", "Timing is on."),
            .init("timing off", "Timing is off."),
        ])

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        if let isOn { context.session.settings.timing = isOn }
        return .text(Message.timing(isOn: context.session.settings.timing))
    }
}
