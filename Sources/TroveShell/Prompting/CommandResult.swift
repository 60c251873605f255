extension Repl {
    /// How a command at the prompt ended.
    enum CommandResult: Equatable {
        case done
        case failed
        /// The shell must end.
        case ends(ExitStatus)
    }
}
