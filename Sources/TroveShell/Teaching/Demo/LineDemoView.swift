import TroveTerminal

/// A demo in plain lines, one after the other: for a screen reader, for a terminal without escape
/// sequences, and as the transcript of a lesson in a script.
final class LineDemoView: DemoView {
    let size: TerminalSize
    let style = Style.plain
    let fitsOutput: Bool
    let typesLetters = false
    private let keys: KeyReader?
    /// What stands before a command.
    private let prompt: TerminalText
    private let write: (TerminalText) -> Void

    /// Creates a view that writes with a closure.
    ///
    /// - Parameters:
    ///   - keys: The keys of the user; nil for a transcript, which does not wait.
    ///   - columns: The width for the output of commands; nil for a transcript.
    ///   - write: Writes lines with their line ends.
    init(keys: KeyReader?, columns: Int?, write: @escaping (TerminalText) -> Void) {
        self.keys = keys
        self.write = write
        size = TerminalSize(columns: columns ?? 80, rows: 24)
        fitsOutput = columns != nil
        prompt = keys == nil ? "" : "> "
    }

    var hasKeys: Bool { keys != nil }

    func show(_ scene: DemoScene) {}

    func tell(_ event: DemoEvent) {
        switch event {
        case .keys(let text): if keys != nil { write("(\(text))\n") }
        case .heading(let text): write("\n# ---- \(text) ----\n")
        case .step(let number, let total, let narration):
            if number > 1 || keys != nil { write("\n") }
            if keys != nil { write("Step \(number) of \(total)\n") }
            for text in narration.flatMap(\.lines) {
                write(("# " + text).wrapped(to: size.columns) + "\n")
            }
        case .device(let name): write("#! as \(name)\n")
        case .command(let text): write(prompt + text + "\n")
        case .output(let lines), .drawing(let lines): for line in lines { write(line + "\n") }
        case .question(let question):
            write("# \(question.text)\n")
            for (index, answer) in question.answers.enumerated() {
                write("#   \(index + 1) \(answer)\n")
            }
        case .answered(let question):
            let isRight = question.chosen == question.correct
            let answer = question.answers[question.correct]
            let verdict: TerminalText = keys == nil ? "Answer" : isRight ? "Right" : "No"
            write("# \(verdict): \(question.correct + 1) \(answer)\n")
        }
    }

    func wait(milliseconds: Int?) -> DemoKey {
        guard let keys else { return .ofNoKeys }
        let input = keys.next(milliseconds: milliseconds)
        guard input == .stopped else { return DemoKey(input) }
        keys.suspend()
        return .other
    }

    func leave() { keys?.close() }

    func enter() { keys?.open() }
}
