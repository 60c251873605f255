import TroveCommands
import TroveLanguage
import TroveLessons
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Checks a lesson of the tutorial: that no step is done at its start, and that its own solution
/// does every step, one after the other.
struct TutorialCheck {
    /// What is wrong with a lesson.
    struct Mistake {
        let report: ErrorReport
        /// The line of the lesson.
        let source: String
        let place: ErrorRenderer.Place
    }

    let tutorial: Tutorial
    private let sandbox: TutorialSandbox

    /// The timeout for the server to take what the solution has queued.
    private static let timeLimit = Duration.seconds(20)

    /// Prepares the sandbox.
    ///
    /// - Throws: what `TutorialSandbox` throws.
    init(
        _ tutorial: Tutorial, _ surroundings: Surroundings, kinds: Kinds,
        isInterrupted: @escaping () -> Bool
    ) throws {
        self.tutorial = tutorial
        sandbox = try TutorialSandbox(
            tutorial, surroundings, kinds: kinds, isInterrupted: isInterrupted)
    }

    /// Stops the server and removes the folder.
    func close() { sandbox.close() }

    /// Runs the solution. Returns the first mistake; nil if there is none.
    ///
    /// - Throws: `LibraryError`.
    func run() throws -> Mistake? {
        let runner = sandbox.device.runner
        runner.observer = sandbox.recorder
        defer { runner.observer = nil }
        var tally = TutorialTally(tutorial.steps, try sandbox.state(of: runner))
        if let step = tally.firstDone {
            return mistake(Message.stepIsDoneAtStart(step + 1), step: step)
        }
        for command in tutorial.solution {
            if let error = execute(command) { return error }
            tally.update(try sandbox.state(of: runner))
            // A later command may need what the server knows.
            if runner.sync?.network.mode != .off {
                _ = try sandbox.device.sync(atMost: Self.timeLimit)
                tally.update(try sandbox.state(of: runner))
            }
            if let step = tally.firstOutOfOrder {
                return mistake(Message.stepIsEarly(step + 1), step: step)
            }
        }
        guard let step = tally.current else { return nil }
        return mistake(
            tutorial.solution.isEmpty
                ? Message.hasNoSolution : Message.stepIsNotDone(step + 1), step: step)
    }

    /// Runs a command of the solution. Returns a mistake if it fails.
    private func execute(_ command: Tutorial.Placed<String>) -> Mistake? {
        let runner = sandbox.device.runner
        sandbox.device.forgetContact()
        let failed = runner.failed
        _ = sandbox.device.output.takeCollected()
        let ending = sandbox.stage.inFiles {
            ScriptRunner(runner: runner, stopsOnError: false).run(
                Script(command: command.value))
        }
        let said = sandbox.device.output.takeCollected()
        if case .completed = ending, runner.failed == failed { return nil }
        let text = String(decoding: said.flatMap(\.bytes), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.contains("error: ") } ?? ""
        let error = line.split(separator: "error: ", maxSplits: 1).last.map(String.init) ?? text
        return Mistake(
            report: ErrorReport(Message.solutionFails(error), nil, at: command.span),
            source: command.source,
            place: ErrorRenderer.Place(file: tutorial.setup.file, line: command.line))
    }

    private func mistake(_ report: ErrorReport, step: Int) -> Mistake {
        Mistake(
            report: report, source: "",
            place: ErrorRenderer.Place(file: tutorial.setup.file, line: tutorial.steps[step].line))
    }
}

extension TutorialTally {
    fileprivate var firstDone: Int? {
        marks.firstIndex(where: \.isDone)
    }

    /// The first step that is done before one above it; nil if they are done in order.
    fileprivate var firstOutOfOrder: Int? {
        guard let current else { return nil }
        return marks.indices.first { $0 > current && marks[$0].isDone }
    }
}
