package import TroveTerminal

/// What a demo shows at one moment.
package struct DemoScene: Sendable, Equatable {
    /// The shell of one device.
    package struct Pane: Sendable, Equatable {
        /// The name of the device.
        package var name: TerminalText
        /// The state of sync as the prompt shows it, such as `offline, 1 queued`; nil for a local
        /// library.
        package var state: TerminalText?
        /// The commands and their output, the latest last. A line may be wider than the pane.
        package var lines: [TerminalText] = []
        /// The part of a command that has been typed; nil if none is being typed.
        package var typing: TerminalText?

        /// Creates an empty pane.
        package init(name: TerminalText, state: TerminalText? = nil) {
            self.name = name
            self.state = state
        }
    }

    /// A question to the user.
    package struct Question: Sendable, Equatable {
        /// The question.
        package var text: TerminalText
        /// The answers; the user picks one by its number, from 1.
        package var answers: [TerminalText]
        /// The index of the right answer.
        package var correct: Int
        /// The index of the user's answer; nil before the user has answered.
        package var chosen: Int?

        /// Creates a question without an answer.
        package init(_ text: TerminalText, answers: [TerminalText], correct: Int) {
            self.text = text
            self.answers = answers
            self.correct = correct
        }
    }

    /// The title of the lesson.
    package var title: TerminalText
    /// The title where the whole one leaves no room for the heading.
    package var shortTitle: TerminalText
    /// The heading of the section of the lesson; nil before the first.
    package var heading: TerminalText?
    /// The current step, from 1.
    package var step = 1
    /// The number of steps.
    package var steps = 1
    /// The narration of the step.
    package var narration: [TerminalText] = []
    /// The devices, in the order of their first use.
    package var panes: [Pane] = []
    /// The index of the pane whose device runs the commands.
    package var active = 0
    /// The picture of the outbox, of the ladder or of a conflict.
    package var drawing: [TerminalText] = []
    /// The question of the step, if it has one and has reached it.
    package var question: Question?
    /// What the keys do now.
    package var keys: TerminalText = ""

    /// The minimum number of columns for two panes side by side.
    package static let sideBySideColumns = 100

    /// Creates the scene before the first step.
    package init(title: TerminalText, shortTitle: TerminalText? = nil) {
        self.title = title
        self.shortTitle = shortTitle ?? title
    }
}
