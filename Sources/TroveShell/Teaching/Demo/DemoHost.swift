import Glibc
import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveLessons
import TroveStore
import TroveSystem
import TroveTerminal

/// Plays, prints and records demos for a shell, whose own library stays as it is.
struct DemoHost {
    let runner: CommandRunner
    private let finder: LessonFinder

    /// Creates a host that writes to the output of a runner.
    init(_ runner: CommandRunner) {
        self.runner = runner
        finder = LessonFinder(runner.surroundings)
    }

    /// Does the work of `demo`, and reports its failure. Returns how the command ended.
    func perform(
        _ request: DemoRequest, _ source: String, at place: ErrorRenderer.Place,
        _ work: (DemoRequest) throws -> Void
    ) -> CommandRunner.Outcome {
        do {
            try work(request)
            return .done
        } catch let error as LessonError {
            let place = ErrorRenderer.Place(file: error.file, line: error.line)
            runner.report(ErrorReport(error), source: error.source, at: place)
        } catch let error as StageFailure {
            runner.report(ErrorReport(error), source: "", at: place)
        } catch {
            runner.report(ErrorReport(error), source: source, at: place)
        }
        runner.failed += 1
        return .failed
    }

    // MARK: Ways to show a lesson

    /// Lists the lessons, records one, or prints one with the output of its commands, without
    /// waiting.
    func print(_ request: DemoRequest) throws {
        guard let name = request.lesson else { return list() }
        let lesson = try lesson(name)
        guard let recording = request.recording else {
            let output = runner.output
            let view = LineDemoView(keys: nil, columns: runner.width) { output.write($0) }
            try play(lesson, view, takeOver: nil)
            return
        }
        let file = runner.surroundings.expanding(recording.value)
        try checkIsReplaceable(file, recording)
        let view = CastDemoView(title: lesson.title)
        try play(lesson, view, takeOver: nil)
        try write(view.cast.bytes, to: file, recording)
        runner.output.write(DemoText.recorded(recording.value) + "\n")
    }

    /// Plays a lesson on the terminal.
    ///
    /// - Returns: The signal that asks the program to exit, if one came.
    @discardableResult
    func play(
        _ request: DemoRequest,
        takeOver: @escaping (StageDevice, TerminalText) -> DemoPlayer.Return
    ) throws -> Int32? {
        guard let name = request.lesson else { return nil }
        let lesson = try lesson(name)
        let isPlain =
            runner.session.settings.plain
            || !Interactivity.understandsEscapes(runner.surroundings["TERM"])
        let output = runner.output
        let view: any DemoView =
            isPlain
            ? LineDemoView(keys: KeyReader(), columns: runner.width) {
                output.writeNow($0, to: .standard)
            } : LiveDemoView(style: runner.style)
        return try play(lesson, view, takeOver: takeOver)
    }

    @discardableResult
    private func play(
        _ lesson: Lesson, _ view: any DemoView,
        takeOver: ((StageDevice, TerminalText) -> DemoPlayer.Return)?
    ) throws -> Int32? {
        defer { view.leave() }
        let stage = try Stage(
            finder, runner.surroundings, kinds: runner.kinds,
            lessonFolder: FilePath.folder(of: lesson.file),
            isInterrupted: { TerminalSignals.endsWait })
        defer { stage.close() }
        let player = DemoPlayer(lesson, on: stage, view, takeOver: takeOver)
        do throws(DemoPlayer.Interruption) {
            try player.play()
        } catch {
            switch error {
            case .back, .quit, .interrupted: return nil
            case .terminated(let signal): return signal
            case .failed(let failure): throw failure
            }
        }
        return nil
    }

    // MARK: Files

    private func list() {
        let rows = finder.lessons.compactMap { path -> [JSON]? in
            guard let lesson = try? LessonCheck.lesson(at: path) else { return nil }
            return [.string(lesson.name), .string(lesson.title), .string(lesson.about)]
        }
        var report = Report(["name", "title", "about"], rows, nothing: DemoText.noLessons)
        report.headColumns = 2
        report.needsWholeValues = true
        runner.output.write { runner.renderer.render(.report(report), into: &$0) }
        for path in finder.lessons where (try? LessonCheck.lesson(at: path)) == nil {
            runner.warn(DemoText.unreadable(path))
        }
    }

    private func lesson(_ name: Spanned<String>) throws -> Lesson {
        guard let path = try finder.lesson(named: name.value) ?? file(name) else {
            let names = finder.lessons.compactMap { path in
                path.split(separator: "/").last.map { String($0.dropLast(".trove".count)) }
            }
            throw CommandFailure(
                .demo(
                    .noSuchLesson(
                        name.value, nearest: Nearest.names(to: name.value, among: names))),
                at: name.span)
        }
        return try LessonCheck.lesson(at: path)
    }

    /// Returns the path of a lesson of the user's own; nil if the text is not a path.
    private func file(_ text: Spanned<String>) throws(CommandFailure) -> String? {
        guard text.value.contains("/") || text.value.hasSuffix(".trove") else { return nil }
        let path = runner.surroundings.expanding(text.value)
        guard FilePath.isFile(path) else {
            throw CommandFailure(.noSuchFile(text.value), at: text.span)
        }
        return path
    }

    /// Throws if a recording would replace a file that is not a recording.
    private func checkIsReplaceable(
        _ file: String, _ path: Spanned<String>
    ) throws(CommandFailure) {
        guard !runner.library.isKept(in: file) else {
            throw CommandFailure(.export(.isLibrary(path.value)), at: path.span)
        }
        guard FilePath.isFile(file) else { return }
        let former = try? WholeFile.read(file, limit: 1 << 26)
        guard let former, former.isEmpty || former.starts(with: CastWriter.beginning) else {
            throw CommandFailure(.demo(.isNoRecording(path.value)), at: path.span)
        }
    }

    private func write(
        _ bytes: [UInt8], to file: String, _ path: Spanned<String>
    ) throws(CommandFailure) {
        do throws(WholeFile.Failure) {
            let file = try NewFile(file)
            try file.write(bytes)
            try file.finish(isDurable: false)
        } catch {
            throw CommandFailure(
                .demo(.recordingFailed(path.value, errno: error.number)), at: path.span)
        }
    }
}
