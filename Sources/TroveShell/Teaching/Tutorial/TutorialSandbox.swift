import Glibc
import TroveCommands
import TroveLanguage
import TroveLessons
import TroveModel
import TroveStore
import TroveSync
import TroveSystem
import TroveTerminal

/// The sandbox of a lesson: a stage that the lesson's setup has prepared, and the state that its
/// conditions are about.
final class TutorialSandbox {
    let tutorial: Tutorial
    let stage: Stage
    /// The user's device.
    let device: StageDevice
    /// Records the commands of the user, from `begin` on.
    let recorder = SandboxRecorder()
    private var start: Catalog
    private var startCounts: [TutorialCondition.Measure: Int] = [:]
    private var firstCommand = CommandNumber(0)

    /// Prepares a sandbox.
    ///
    /// - Parameters:
    ///   - tutorial: The lesson.
    ///   - surroundings: The environment of the process, of which the sandbox sees little.
    ///   - kinds: The kinds of its libraries.
    ///   - isInterrupted: Ends the setup.
    /// - Throws: `StageFailure`, `TutorialSetupFailure`, and `LessonError` for a condition that
    ///   does not fit the library.
    init(
        _ tutorial: Tutorial, _ surroundings: Surroundings, kinds: Kinds,
        isInterrupted: @escaping () -> Bool
    ) throws {
        self.tutorial = tutorial
        let folder = tutorial.setup.file.split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
        stage = try Stage(
            LessonFinder(surroundings), surroundings, kinds: kinds,
            lessonFolder: folder.isEmpty ? "." : folder, isInterrupted: isInterrupted)
        let run = LessonRun(tutorial.setup, on: stage)
        while let happening = try run.next() {
            if isInterrupted() { throw CommandFailure(.isInterrupted) }
            if let miss = happening.misses.first {
                throw TutorialSetupFailure(
                    file: tutorial.setup.file, step: happening.step, miss: miss)
            }
        }
        device = try stage.device(run.device)
        start = device.runner.library.catalog
        try checkConditions(kinds: device.runner.kinds)
        try begin()
    }

    /// Stops the server and removes the folder.
    func close() { stage.close() }

    /// Returns a runner for a prompt on the user's device, which writes to `output`, with the
    /// settings and the terminal of the user's own prompt.
    func promptRunner(like outer: CommandRunner, _ output: Output) -> CommandRunner {
        let inner = device.runner
        device.close()
        let variables = Dictionary(
            (Self.deviceVariables.map { ($0, inner.surroundings[$0]) }
                + Self.terminalVariables.map { ($0, outer.surroundings[$0]) })
                .compactMap { name, value in value.map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
        let runner = CommandRunner(
            library: inner.library, surroundings: Surroundings { variables[$0] }, output: output,
            isInterrupted: { outer.isInterrupted })
        runner.session.settings.takeTerminal(from: outer.session.settings)
        runner.session.settings.readEnvironment { variables[$0] }
        runner.session.lastKept = firstCommand
        runner.progressFolder = outer.progressFolder
        runner.network = inner.network
        runner.isInteractive = true
        return runner
    }

    /// The variables that the device decides.
    private static let deviceVariables =
        ["HOME", "USER", "TROVE_DEVICE", "TROVE_NOW", "TROVE_PASSWORD", "TROVE_SERVER"]
        + Settings.environmentVariables
    /// The variables that the user's terminal and installation decide.
    private static let terminalVariables = [
        "TERM", "COLORTERM", "NO_COLOR", "PAGER", "EDITOR", "VISUAL", "LANG", "LC_ALL", "TZ",
        "PATH",
        "TERM_PROGRAM", "TROVE_LESSONS", "TROVE_SERVER_PROGRAM", "TROVE_CATALOGUE_PROGRAM",
    ]

    private func checkConditions(kinds: Kinds) throws {
        let verbs = CommandTable.vocabulary.names
        for condition in tutorial.steps.flatMap(\.conditions) {
            do {
                try condition.value.check(kinds: kinds, verbs: verbs)
            } catch let error as TutorialValueError {
                let failure = CommandFailure(
                    .violation(error.violation, kind: error.kind), at: error.span)
                throw TutorialConditionError(tutorial.setup.file, condition, ErrorReport(failure))
            } catch {
                throw TutorialConditionError(tutorial.setup.file, condition, ErrorReport(error))
            }
        }
    }

    // MARK: The state

    /// Makes the present state the one that `+1` and `changed` compare with.
    private func begin() throws {
        start = try loaded()
        startCounts = try counts(of: device.runner.library)
        firstCommand =
            try device.runner.library.history.commands(limit: 1).first?.id ?? CommandNumber(0)
    }

    private func loaded() throws(LibraryError) -> Catalog {
        let library = device.runner.library
        for kind in library.catalog.kinds.indices { try library.loadAll(kind) }
        return library.catalog
    }

    /// Returns the state of the sandbox after a command, or after sync has made progress.
    ///
    /// - Parameter runner: The runner of the user's commands, with the connection to the server.
    /// - Returns: The state.
    /// - Throws: `LibraryError`.
    func state(of runner: CommandRunner) throws -> SandboxState {
        var state = SandboxState(start: start, today: runner.surroundings.today)
        state.now = try loaded()
        state.record = recorder.take()
        if runner.library.account != nil {
            state.connection = runner.sync?.state.isOnline == true ? .online : .offline
        }
        for (measure, now) in try counts(of: runner.library) {
            state.measures[measure] = (startCounts[measure] ?? 0, now)
        }
        state.files = Set(tutorial.fileNames.filter(exists))
        return state
    }

    private func exists(_ file: String) -> Bool {
        SystemCall.access("\(stage.files)/\(file)", F_OK) == 0
    }

    /// The maximum number of commands of the log that are examined.
    private static let longestLog = 2000

    private func counts(of library: Library) throws -> [TutorialCondition.Measure: Int] {
        let queue = try library.outbox.counts()
        let reversals = try library.history.commands(limit: Self.longestLog).filter {
            $0.id > firstCommand && $0.reverts != nil
        }
        return [
            .queue: queue.waiting, .rejected: queue.problems, .conflicts: queue.conflicts,
            .undone: reversals.count { !$0.isRedo }, .redone: reversals.count(where: \.isRedo),
            .snapshots: try library.snapshots.all().count,
            .marks: try library.marks.all().count,
        ]
    }
}

/// A command that prepares a sandbox and did not do what the lesson expects.
struct TutorialSetupFailure: Error {
    /// The path of the lesson.
    let file: String
    /// The step that prepares the sandbox.
    let step: LessonStep
    let miss: LessonMiss
}

/// A condition that names something that the sandbox does not have.
struct TutorialConditionError: Error {
    /// The path of the lesson.
    let file: String
    /// The number of the line, from 1, and its text.
    let line: Int, source: String
    /// The error, with its place in the line.
    let report: ErrorReport

    init(_ file: String, _ condition: Tutorial.Placed<TutorialCondition>, _ report: ErrorReport) {
        self.file = file
        line = condition.line
        source = condition.source
        let span = report.span.map { span in
            let offset = condition.span.lowerBound
            return span.lowerBound + offset..<span.upperBound + offset
        }
        self.report = ErrorReport(report.text, report.advice, at: span)
    }
}
