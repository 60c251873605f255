import TroveCommands
import TroveLessons
import TroveModel
import TroveSystem
import TroveTerminal

/// Runs lessons at full speed and compares what happens with their expectations
/// (`--demo-check`).
struct LessonCheck {
    /// Where the results are written.
    let output: Output
    let surroundings: Surroundings
    let kinds: Kinds
    let renderer: ErrorRenderer
    let isInterrupted: () -> Bool

    /// Checks lessons in order, and writes a line for each.
    ///
    /// - Returns: The status of the program: success if every expectation held, wrong use if a
    ///   lesson cannot be read.
    func run(_ paths: [String]) -> ExitStatus {
        var status = ExitStatus.success
        for path in paths {
            switch check(path) {
            case .success: break
            case .commandFailed: if status == .success { status = .commandFailed }
            case .wrongUse: status = .wrongUse
            case let ending: return ending
            }
            try? output.flush()
        }
        return status
    }

    private func check(_ path: String) -> ExitStatus {
        let lesson: Lesson
        do throws(LessonError) {
            lesson = try Self.lesson(at: path)
        } catch {
            report(ErrorReport(error), error.source, path, error.line)
            return .wrongUse
        }
        do throws(StageFailure) {
            let stage = try Stage(
                LessonFinder(surroundings), surroundings, kinds: kinds,
                lessonFolder: FilePath.folder(of: path), isInterrupted: isInterrupted)
            defer { stage.close() }
            return run(lesson, on: stage)
        } catch {
            report(ErrorReport(error), "", path, 1)
            return .commandFailed
        }
    }

    private func run(_ lesson: Lesson, on stage: Stage) -> ExitStatus {
        let run = LessonRun(lesson, on: stage)
        var missed = 0
        var isCutShort = false
        var line = 1
        do throws(StageFailure) {
            while !isInterrupted(), !run.isFinished {
                line = lesson.steps[run.position].line
                guard let happening = try run.next() else { break }
                missed += happening.misses.count
                for miss in happening.misses {
                    report(ErrorReport(miss), happening.step, lesson.file)
                }
                if happening.isQuit { break }
            }
        } catch {
            report(ErrorReport(error), "", lesson.file, line)
            isCutShort = true
        }
        if isInterrupted() { return .stoppedBySignal }
        output.write(
            Message.checked(
                lesson.file, steps: lesson.steps.count, expectations: lesson.expectationCount,
                missed: missed, isCutShort: isCutShort) + "\n")
        return missed == 0 && !isCutShort ? .success : .commandFailed
    }

    private func report(_ report: ErrorReport, _ source: String, _ path: String, _ line: Int) {
        let place = ErrorRenderer.Place(file: path, line: line)
        output.write(renderer.render(report, source: source, at: place), to: .error)
        try? output.flush()
    }

    /// Reports a miss, with the text of its step below it.
    private func report(_ report: ErrorReport, _ step: LessonStep, _ path: String) {
        let whole = step.source.utf8.prefix { $0 != 0x0A }.count
        let placed = ErrorReport(report.text, report.advice, at: report.span ?? 0..<whole)
        self.report(placed, step.source, path, step.line)
    }

    // MARK: Files

    /// Reads the lesson in a file.
    ///
    /// - Throws: `LessonError`, including when the file cannot be read.
    static func lesson(at path: String) throws(LessonError) -> Lesson {
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: LessonReader.limit)
        } catch {
            throw LessonError(
                .unreadable(error.number), in: path, line: 1, source: "", at: 0..<0)
        }
        return try LessonReader(file: path).read(bytes)
    }
}
