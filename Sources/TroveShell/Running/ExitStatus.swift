/// How the program ended, for whoever called it.
enum ExitStatus: Int32 {
    case success = 0
    /// At least one command failed.
    case commandFailed = 1
    /// The program was called wrongly, or a check found mistakes.
    case wrongUse = 2
    /// `--stop-on-error` stopped it.
    case stopped = 3
    /// The library cannot be opened, is locked or damaged, or cannot be written.
    case libraryUnusable = 4
    case interrupted = 130
}
