/// Which of the two values of a conflict is to stand. The raw value is what is typed.
package enum Side: String, Sendable, Equatable, CaseIterable {
    /// The one that this device wrote.
    case mine
    /// The one that another device wrote.
    case theirs
    /// The value that stands now, from any device.
    case kept
    /// The value that does not stand, from any device.
    case lost
}
