import TroveLanguage

/// One step of a lesson: a directive, a comment, or a command with its expectations.
package struct LessonStep: Sendable, Equatable {
    /// What a step does.
    package enum Content: Sendable, Equatable {
        /// A new section: a comment such as `# ---- G1: add a gem ----`, without the dashes.
        case heading(String)
        /// Narration: a `say` directive, or consecutive lines of comments. Lines that belong
        /// together are joined; a line end separates paragraphs and indented lines.
        case say(String)
        /// A command, which may have several lines.
        case command(String, expecting: [LessonExpectation])
        /// The following commands run on this device.
        case device(String)
        case server(ServerAction)
        /// Starts the stand-in for the catalogue services.
        case startCatalogue
        /// The arguments of `net` on the current device.
        case net(String)
        /// Copies a file from the folder of the lesson into the folder where commands run.
        case file(String)
        case ask(LessonQuestion)
        case draw(Drawing)
        /// Waits at human speed.
        case pause(Duration)
        /// Waits until every queued change is sent and everything new is fetched.
        case waitSync
        /// A directive that the reader was told to accept: its name and its argument.
        case other(String, argument: String)
    }

    /// What happens to the server.
    package enum ServerAction: String, Sendable, CaseIterable {
        case start, stop, restart
    }

    /// A picture that is drawn at human speed.
    package enum Drawing: String, Sendable, CaseIterable {
        case outbox, ladder, conflict
    }

    /// The number of the first line, from 1.
    package let line: Int
    /// The lines of the file that the step consists of, joined with line ends.
    package let source: String
    /// Whether an empty line precedes the step.
    package let followsBlank: Bool
    /// What the step does.
    package let content: Content

    /// Creates a step that runs a command without expectations.
    package init(command: String, line: Int) {
        self.init(
            line: line, source: command, followsBlank: false,
            content: .command(command, expecting: []))
    }

    init(line: Int, source: String, followsBlank: Bool, content: Content) {
        self.line = line
        self.source = source
        self.followsBlank = followsBlank
        self.content = content
    }

    /// The expectations of a command; empty for other steps.
    package var expectations: [LessonExpectation] {
        if case .command(_, let expectations) = content { expectations } else { [] }
    }

    /// The span of the argument of a directive in `source`, in bytes of UTF-8; empty without one.
    package var argumentSpan: Range<Int> {
        guard let directive = DirectiveLine(source) else { return 0..<source.utf8.count }
        return directive.argument.span
    }
}
