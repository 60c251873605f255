/// Which of the two values of a conflict is kept. The raw value is what is typed.
package enum Side: String, Sendable, Equatable, CaseIterable {
    /// The one that was written on a device and lost.
    case mine
    /// The one that the server holds.
    case theirs
}
