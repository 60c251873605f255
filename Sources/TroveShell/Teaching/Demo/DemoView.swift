import TroveTerminal

/// Where a demo is shown, and the keys that steer it.
protocol DemoView: AnyObject {
    var size: TerminalSize { get }
    var style: Style { get }
    /// Whether commands appear letter by letter.
    var typesLetters: Bool { get }
    /// Whether the output of commands is laid out for the size of the screen.
    var fitsOutput: Bool { get }
    /// Whether the view has keys, so that a user answers questions.
    var hasKeys: Bool { get }

    /// Shows a scene. Called after every change.
    func show(_ scene: DemoScene)

    /// Tells what has just happened, for a view without a picture of the whole scene.
    func tell(_ event: DemoEvent)

    /// Waits for a key.
    ///
    /// - Parameter milliseconds: The timeout; nil waits without one.
    /// - Returns: The key, or `timedOut`.
    func wait(milliseconds: Int?) -> DemoKey

    /// Returns the terminal to the user, for the prompt.
    func leave()

    /// Takes the terminal back.
    func enter()
}

/// Something that happens in a demo.
enum DemoEvent: Equatable {
    /// What the keys do from now on.
    case keys(TerminalText)
    /// A section of the lesson begins.
    case heading(TerminalText)
    /// A step begins: its number from 1, the number of all, and its narration.
    case step(Int, of: Int, [TerminalText])
    /// The following commands run on this device.
    case device(TerminalText)
    case command(TerminalText)
    /// The output of a command, or a remark.
    case output([TerminalText])
    case drawing([TerminalText])
    case question(DemoScene.Question)
    case answered(DemoScene.Question)
}

/// What a key of a demo does.
enum DemoKey: Equatable {
    case next, back, faster, slower, hold, takeOver, quit
    /// A digit: the number of an answer.
    case answer(Int)
    /// A key without a meaning.
    case other
    /// Another size of the window.
    case resized
    /// Ctrl-C.
    case interrupted
    case terminated(signal: Int32)
    case timedOut
}

extension DemoKey {
    /// What a view without keys returns from a wait: an interruption if the program must end.
    static var ofNoKeys: DemoKey {
        if let signal = TerminalSignals.termination { return .terminated(signal: signal) }
        return TerminalSignals.isInterrupted ? .interrupted : .timedOut
    }
}
