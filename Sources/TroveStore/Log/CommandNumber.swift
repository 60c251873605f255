/// The number of a command in the change log: the sequence number of its first change.
package struct CommandNumber: Hashable, Comparable, Sendable {
    /// The number as the library file and JSON hold it.
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static func < (left: CommandNumber, right: CommandNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}
