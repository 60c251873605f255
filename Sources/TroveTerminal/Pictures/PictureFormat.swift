/// How a terminal receives pictures; the raw value is `chafa`'s name for it.
package enum PictureFormat: String, Sendable {
    /// Block characters and colors.
    case symbols
    /// The graphics of DEC terminals, which `xterm`, `foot` and others understand.
    case sixels
    /// Files inside `OSC 1337` (iTerm2, WezTerm, mintty).
    case iterm
    /// The graphics protocol of kitty.
    case kitty
}
