import TroveCommands
import TroveLessons
import TroveTerminal

/// `tutorial N`: a prompt in the sandbox of a lesson.
extension Repl {
    /// Guides the user through a lesson, and through those that the user starts in it. Returns when
    /// the user leaves.
    func take(_ lesson: TutorialFile) {
        var next: TutorialFile? = lesson
        while let file = next, TerminalSignals.termination == nil {
            next = nil
            do {
                next = try guide(through: file)
            } catch {
                runner.failed += 1
                report(tutorialError: error)
            }
            try? output.flush()
        }
    }

    /// Returns the lesson that the user has started inside; nil if the user has left.
    private func guide(through file: TutorialFile) throws -> TutorialFile? {
        let tutorial = try file.read(runner.kinds)
        beginProgress()
        showProgress(nil, "preparing the sandbox", done: nil)
        defer { eraseProgress() }
        let sandbox = try TutorialSandbox(
            tutorial, runner.surroundings, kinds: runner.kinds,
            isInterrupted: { TerminalSignals.endsWait })
        defer { sandbox.close() }
        eraseProgress()
        let inner = sandbox.promptRunner(like: runner, output)
        inner.observer = sandbox.recorder
        let shell = Repl(inner, options: options)
        try inner.openSync()
        let guide = try TutorialGuide(
            file, of: TutorialFiles(LessonFinder(runner.surroundings)), in: sandbox, inner,
            TutorialProgress(folder: runner.progressFolder)
        ) { [weak shell] text in shell?.tellGuided(text) }
        shell.guide = guide
        sandbox.stage.inFiles { shell.readGuided() }
        return shell.nextLesson
    }

    /// Reads and runs commands in a sandbox until the user leaves.
    private func readGuided() {
        guard let editor = openEditor() else { return }
        defer {
            closeEditor()
            runner.closeNetwork()
        }
        applySettings()
        guide?.begin()
        _ = readAll(from: editor)
    }

    /// Shows a text of a guide, above the prompt if a line is being edited.
    func tellGuided(_ text: TerminalText) {
        guard let editor else { return say(text) }
        try? output.flush()
        editor.printAbove(fitted(text))
    }

    private func report(tutorialError error: any Error) {
        runner.report(tutorialError: error)
        try? output.flush()
    }
}
