import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveLessons
import TroveModel
import TroveStore

/// Runs a lesson on a stage, one step at a time.
final class LessonRun: CommandObserver {
    let lesson: Lesson
    let stage: Stage
    /// The index of the next step.
    private(set) var position = 0
    /// The name of the device that runs the next command.
    private(set) var device = Lesson.firstDevice
    /// Whether errors name the file and the line, as in a script.
    var namesPlaces = true
    /// What the running command has done so far.
    private var current: LessonHappening?
    /// The state of a `scan`, whose codes are the next lines.
    private var scanning: CodeOptions?

    /// The timeout of `wait sync`.
    private static let timeLimit = Duration.seconds(20)

    init(_ lesson: Lesson, on stage: Stage) {
        self.lesson = lesson
        self.stage = stage
    }

    var isFinished: Bool { position >= lesson.steps.count }

    /// Takes the next step. Steps that only matter to the user, such as narration, change nothing.
    ///
    /// - Returns: What happened; nil at the end of the lesson.
    /// - Throws: `StageFailure`.
    func next() throws(StageFailure) -> LessonHappening? {
        guard !isFinished else { return nil }
        let step = lesson.steps[position]
        position += 1
        // An empty line ends the codes, whatever follows it.
        if step.followsBlank { scanning = nil }
        switch step.content {
        case .device(let name): device = name
        case .server(let action): try stage.perform(action)
        case .startCatalogue: try stage.startCatalogue()
        case .file(let name): try stage.copy(file: name)
        case .net(let mode): return try run("net " + mode, step, [])
        case .waitSync: return try waitSync(step)
        case .command(let source, let expectations):
            return try run(source, step, expectations)
        case .heading, .say, .ask, .draw, .pause, .other: break
        }
        return LessonHappening(step: step, device: device)
    }

    /// Goes to another step, after the stage was restored.
    func goBack(to position: Int, on device: String) {
        self.position = position
        self.device = device
        scanning = nil
    }

    // MARK: Commands

    private func run(
        _ source: String, _ step: LessonStep, _ expectations: [LessonExpectation]
    ) throws(StageFailure) -> LessonHappening {
        let device = try stage.device(self.device)
        device.forgetContact()
        device.runner.observer = self
        defer { device.runner.observer = nil }
        current = LessonHappening(step: step, device: device.name)
        _ = device.output.takeCollected()
        let outcome = stage.inFiles { execute(source, step, device.runner) }
        device.pushQueue()
        var happening = current ?? LessonHappening(step: step, device: device.name)
        current = nil
        switch outcome {
        case .lost(let error): throw .library(error)
        case .quit, .sourced(.quit): happening.isQuit = true
        case .scanning(let options), .sourced(.completedScanning(let options)): scanning = options
        default: break
        }
        happening.output = device.output.takeCollected()
        happening.misses = misses(of: happening, expectations)
        return happening
    }

    private func execute(
        _ source: String, _ step: LessonStep, _ runner: CommandRunner
    ) -> CommandRunner.Outcome {
        let place = ErrorRenderer.Place(file: namesPlaces ? lesson.file : nil, line: step.line)
        let outcome: CommandRunner.Outcome
        if let scanning {
            outcome = runner.run(codeOn: source, scanning, at: place)
        } else {
            outcome = runner.run(runner.parse(source, isLast: true), at: place)
        }
        do throws(LibraryError) {
            try runner.commitAndRelease()
            try? runner.output.flush()
        } catch {
            runner.library.rollback()
            runner.discard()
            return .lost(error)
        }
        return outcome
    }

    private func waitSync(_ step: LessonStep) throws(StageFailure) -> LessonHappening {
        var happening = LessonHappening(step: step, device: device)
        // Twice, because a device may have to fetch what a later device sends.
        for device in stage.devices + stage.devices {
            do {
                if try device.sync(atMost: Self.timeLimit) { continue }
            } catch let error as LibraryError {
                throw .library(error)
            } catch {}
            happening.misses = [.notSynced]
            break
        }
        return happening
    }

    // MARK: Observing

    func observe(_ command: any ShellCommand, _ reply: Reply) {
        current?.replies.append(reply)
        guard let device = stage.devices.first(where: { $0.name == device }) else { return }
        current?.json += JSON.sequence(in: device.json(of: reply))
    }

    func observe(_ report: ErrorReport) {
        current?.errors.append(report)
    }

    // MARK: Expectations

    /// Returns the expectations that did not hold. A command without `expect error` must succeed.
    private func misses(
        of happening: LessonHappening, _ expectations: [LessonExpectation]
    ) -> [LessonMiss] {
        var misses = expectations.compactMap { miss(of: $0, happening) }
        if !expectations.contains(where: \.isError), let error = happening.errors.first {
            misses.append(.failed(error))
        }
        return misses
    }

    private func miss(
        of expectation: LessonExpectation, _ happening: LessonHappening
    ) -> LessonMiss? {
        switch expectation.condition {
        case .error(let code):
            guard !happening.errors.isEmpty else { return .succeeded(expected: code) }
            let other = happening.errors.first { $0.code?.text != code }
            return other.map { .otherError($0, expected: code) }
        case .json(let value):
            return happening.json.contains { $0.contains(value) }
                ? nil : .otherJSON(value, happening.json)
        case .output(let text):
            let isThere = ElidedText(text).occurs(in: happening.text)
            return isThere ? nil : .otherOutput(text, happening.text)
        }
    }
}
