import Glibc

/// The folder that `~` stands for.
enum HomeFolder {
    /// The path with the home folder in the place of a leading `~`.
    static func expanding(_ path: String) -> String {
        // The program never changes its environment, and the text is copied at once.
        guard path.hasPrefix("~/"), let home = unsafe getenv("HOME") else { return path }
        return unsafe String(cString: home) + path.dropFirst()
    }
}
