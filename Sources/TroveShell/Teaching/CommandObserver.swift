import TroveCommands

/// Receives what commands reply and report, besides the output.
protocol CommandObserver: AnyObject {
    /// Called with a command that succeeded and its reply.
    func observe(_ command: any ShellCommand, _ reply: Reply)
    /// Called with an error that is reported.
    func observe(_ report: ErrorReport)
}
