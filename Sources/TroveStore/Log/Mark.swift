package import TroveModel

/// A name for a place in the change log.
package struct Mark: Sendable, Equatable {
    /// The name as it was typed.
    package let name: String
    /// The place: the changes up to here were made before the mark.
    package let position: LogPosition
    /// When the mark was set.
    package let at: Timestamp
}
