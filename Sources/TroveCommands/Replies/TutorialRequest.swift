package import TroveLanguage

/// What the shell does for `tutorial`.
package enum TutorialRequest: Sendable {
    /// Lists the lessons.
    case list
    /// Starts the lesson with a number, a name or a path.
    case start(Spanned<String>)
    /// Checks the lessons in files.
    case check([Spanned<String>])
}
