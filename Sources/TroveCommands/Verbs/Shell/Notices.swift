import TroveLanguage
import TroveTerminal

/// Shows the notices of the session again.
struct Notices: ShellCommand {
    static let name = "notices"
    static let effect = Effect.independent
    static let syntax = Syntax<Notices>(
        .shell, "show the notices of this session again",
        examples: [
            .init("notices", "No notices.")
        ])

    var isRepeatable: Bool { true }

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        let lines = context.session.notices.map { notice -> TerminalText in
            "\(LocalTime(notice.at))  \(notice.text)"
        }
        return .text(lines.isEmpty ? Message.noNotices : lines.joined(separator: "\n"))
    }
}
