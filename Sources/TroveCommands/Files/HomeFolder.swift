import Glibc

/// The expansion of `~` in paths.
enum HomeFolder {
    /// Returns the path with a leading `~` replaced by the home folder.
    static func expanding(_ path: String) -> String {
        // The program never changes its environment, and the text is copied at once.
        guard path == "~" || path.hasPrefix("~/"), let home = unsafe getenv("HOME") else {
            return path
        }
        return unsafe String(cString: home) + path.dropFirst()
    }
}
