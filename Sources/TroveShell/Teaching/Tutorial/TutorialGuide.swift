import TroveCommands
import TroveLanguage
import TroveLessons
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Guides a user through a lesson: shows its panel, ticks the steps, and answers `hint`, `why` and
/// `skip`.
final class TutorialGuide: PromptGuide {
    private let file: TutorialFile
    private let files: TutorialFiles
    private let sandbox: TutorialSandbox
    private let runner: CommandRunner
    private var progress: TutorialProgress
    private var tally: TutorialTally
    /// What was shown last.
    private var shown: (marks: [TutorialTally.Mark], outbox: TutorialPanel.QueueSummary?)?
    private var hasCongratulated = false
    /// Shows a text above the prompt.
    private let show: (TerminalText) -> Void

    /// Creates the guide of a lesson.
    ///
    /// - Parameters:
    ///   - file: The file of the lesson.
    ///   - files: All lessons.
    ///   - sandbox: The sandbox, which was just prepared.
    ///   - runner: Runs the commands of the user.
    ///   - progress: The user's progress.
    ///   - show: Shows a text above the prompt.
    /// - Throws: `LibraryError`.
    init(
        _ file: TutorialFile, of files: TutorialFiles, in sandbox: TutorialSandbox,
        _ runner: CommandRunner, _ progress: TutorialProgress,
        show: @escaping (TerminalText) -> Void
    ) throws {
        self.file = file
        self.files = files
        self.sandbox = sandbox
        self.runner = runner
        self.progress = progress
        self.show = show
        tally = TutorialTally(sandbox.tutorial.steps, try sandbox.state(of: runner))
    }

    var label: TerminalText { file.number.map { "tutorial \($0)" } ?? "tutorial" }

    func begin() {
        if file.number != nil { progress.record(.begun, of: file.name) }
        update()
        show(Message.tutorialBegins)
    }

    func update() {
        // A question of a command may be open. An error of the library is reported by the next
        // command.
        guard !runner.library.isInTransaction, let state = try? sandbox.state(of: runner) else {
            return
        }
        tally.update(state)
        showChanges()
    }

    func answers(_ line: String) -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        let own = ["hint", "why", "skip"]
        if words.count == 2, words[0] == "help", own.contains(words[1]) {
            show(Message.tutorialBegins)
            return true
        }
        guard let word = words.first, own.contains(word), words.count <= 2 else { return false }
        let steps = sandbox.tutorial.steps
        var index = tally.current
        if words.count == 2 {
            // The steps are numbered on the panel.
            guard let number = Int(words[1]) else { return false }
            guard steps.indices.contains(number - 1) else {
                show(Message.noStep(number, of: steps.count))
                return true
            }
            index = number - 1
        }
        switch word {
        case "hint": show(Message.hint(for: index.map { steps[$0] }))
        case "why": show(Message.why(index.map { steps[$0] }, sandbox.tutorial.why))
        default: skip(index)
        }
        return true
    }

    /// Skips a step, which must be the next one.
    private func skip(_ index: Int?) {
        guard let next = tally.current, let state = try? sandbox.state(of: runner) else {
            show(Message.nothingToSkip)
            return
        }
        guard index == next else {
            show(Message.onlyNextIsSkipped(next + 1))
            return
        }
        tally.skip(state)
        showChanges()
    }

    // MARK: Showing

    private func showChanges() {
        let outbox = self.outbox
        guard shown?.marks != tally.marks else {
            if let outbox, shown?.outbox != outbox { showOutbox(outbox) }
            return
        }
        shown = (tally.marks, outbox)
        show(panel(outbox))
        guard tally.isComplete, !hasCongratulated else { return }
        hasCongratulated = true
        if file.number != nil, !tally.hasSkipped { progress.record(.done, of: file.name) }
        let next = files.next(after: file)
        let title = next.flatMap { try? $0.read(runner.kinds).title }
        show(Message.congratulation(next: next?.number, title: title, tally.hasSkipped))
    }

    /// Shows only the outbox, as the steps are on the screen.
    private func showOutbox(_ outbox: TutorialPanel.QueueSummary) {
        shown?.outbox = outbox
        show(isPlain ? outbox.described : "   " + outbox.row)
    }

    private var isPlain: Bool {
        runner.session.settings.plain
            || !Interactivity.understandsEscapes(runner.surroundings["TERM"])
    }

    private var outbox: TutorialPanel.QueueSummary? {
        guard sandbox.tutorial.drawsOutbox,
            let row = OutboxDrawing.row(of: runner, style: runner.style)
        else { return nil }
        return TutorialPanel.QueueSummary(
            row: row, count: (try? runner.library.outbox.counts().waiting) ?? 0,
            isOnline: runner.sync?.state.isOnline == true)
    }

    private func panel(_ outbox: TutorialPanel.QueueSummary?) -> TerminalText {
        let dots = files.all.map { lesson -> TutorialPanel.Dot in
            if lesson.number == file.number {
                let isDone = tally.isComplete && !tally.hasSkipped
                return isDone || progress.stages[lesson.name] == .done ? .done : .begun
            }
            return switch progress.stages[lesson.name] {
            case .done: .done
            case .begun: .begun
            case nil: .open
            }
        }
        let panel = TutorialPanel(
            tutorial: sandbox.tutorial, number: file.number, dots: dots, marks: tally.marks,
            outbox: outbox)
        // An empty line, because what a command printed is right above.
        return isPlain
            ? panel.described : "\n" + panel.drawn(width: runner.width ?? 80, runner.style)
    }
}
