import TroveTerminal

/// What accompanies the commands at a prompt in a sandbox, such as a lesson.
protocol PromptGuide: AnyObject {
    /// What the prompt says about the sandbox.
    var label: TerminalText { get }
    /// Called before the first prompt.
    func begin()
    /// Answers a line that is meant for the guide and not for the library. Returns whether it was.
    func answers(_ line: String) -> Bool
    /// Called after each command, and when something was sent or has arrived.
    func update()
}
