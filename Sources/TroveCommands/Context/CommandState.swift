package import TroveLanguage

/// What a command leaves for the shell while it runs. Each command begins with a new one.
package struct CommandState {
    /// The correction that a warning suggests; nil if none does.
    package var correction: Correction?
    /// Whether a condition selects the items, so that their number is not known from the command.
    package var selectsItems = false
    /// The photos that the command has named.
    package var photos = GatheredPhotos()

    /// Creates the state of a command that begins.
    package init() {}
}
