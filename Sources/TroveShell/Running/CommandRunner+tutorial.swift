import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveLessons
import TroveModel
import TroveStore
import TroveTerminal

/// `tutorial` without a prompt in a sandbox: lists the lessons, and checks some.
extension CommandRunner {
    /// Answers `tutorial`, or finds the lesson that starts now.
    ///
    /// - Throws: `CommandFailure` if there is no such lesson.
    func answer(_ request: TutorialRequest) throws -> Outcome {
        let files = TutorialFiles(LessonFinder(surroundings))
        switch request {
        case .list:
            let progress = TutorialProgress(folder: progressFolder)
            output.write { renderer.render(.report(list(of: files, progress)), into: &$0) }
            let next = files.all.first { progress.stages[$0.name] != .done } ?? files.all.first
            if user != nil, let number = next?.number {
                output.write(errorRenderer.render(advice: Message.startsTutorial(number)))
            }
            return .done
        case .start(let lesson):
            let file = try files.lesson(lesson)
            if file.number == nil { try checkIsReadable(lesson) }
            return .tutoring(file)
        case .check(let paths):
            for path in paths { try checkIsReadable(path) }
            let failedBefore = failed
            for path in paths { check(TutorialFile(path: path.value, number: nil)) }
            return failed > failedBefore ? .failed : .done
        }
    }

    private func list(of files: TutorialFiles, _ progress: TutorialProgress) -> Report {
        let rows = files.all.map { file -> [JSON] in
            let tutorial = try? file.read(kinds)
            return [
                file.number.map { .integer($0) } ?? .null,
                .string(tutorial?.title ?? file.name),
                tutorial.map { .string($0.setup.about) } ?? .null,
                Message.progress(progress.stages[file.name]).map { .string($0) } ?? .null,
            ]
        }
        return Report(["#", "lesson", "about", "progress"], rows, nothing: Message.noTutorials)
    }

    /// Throws if a file cannot be read. Mistakes in it are reported when it is checked.
    private func checkIsReadable(_ path: Spanned<String>) throws {
        guard !library.isKept(in: path.value) else {
            throw CommandFailure(.script(.isLibrary(path.value)), at: path.span)
        }
        do {
            _ = try TutorialFile(path: path.value, number: nil).read(kinds)
        } catch let failure as CommandFailure {
            throw CommandFailure(failure.problem, at: path.span)
        } catch {}
    }

    /// Checks a lesson, and says how it went.
    private func check(_ file: TutorialFile) {
        do {
            let check = try TutorialCheck(
                file.read(kinds), surroundings, kinds: kinds, isInterrupted: { self.isInterrupted })
            defer { check.close() }
            if let mistake = try check.run() {
                failed += 1
                report(mistake.report, source: mistake.source, at: mistake.place)
            } else {
                output.write(Message.isSound(file.path, check.tutorial) + "\n")
            }
        } catch {
            failed += 1
            report(tutorialError: error)
        }
    }

    /// Reports why a lesson cannot be used, with its file and line if it is a mistake in it.
    func report(tutorialError error: any Error) {
        switch error {
        case let error as LessonError:
            report(
                ErrorReport(error), source: error.source,
                at: ErrorRenderer.Place(file: error.file, line: error.line))
        case let error as TutorialConditionError:
            report(
                error.report, source: error.source,
                at: ErrorRenderer.Place(file: error.file, line: error.line))
        case let error as TutorialSetupFailure:
            report(
                Message.setupFailed(error.miss), source: error.step.source,
                at: ErrorRenderer.Place(file: error.file, line: error.step.line))
        case let error as StageFailure:
            report(ErrorReport(error), source: "", at: .prompt)
        default:
            report(ErrorReport(error), source: "", at: .prompt)
        }
    }
}
