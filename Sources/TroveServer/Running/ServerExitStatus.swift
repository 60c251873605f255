/// How `trove-server` exits, as the manual lists it.
enum ServerExitStatus: Int32 {
    case success = 0
    /// A command failed, or the server could not start.
    case failure = 1
    /// The command line cannot be used.
    case usage = 2
    /// The store cannot be used.
    case store = 4
}
