package import TroveModel
package import TroveWire

/// A conflict that the user has not resolved.
package struct ConflictEntry: Sendable, Hashable {
    /// The number that `conflicts` shows.
    package let number: Int
    /// The id of the entry that holds the conflict.
    package let id: ItemID
    /// The version of the entry that holds the conflict.
    package let version: Version
    /// The kept value and the lost one.
    package let conflict: Conflict
    /// The number of the item; nil if it has never been in this library.
    package let item: ItemNumber?
}
