import TroveModel

/// Checks numbers from a library file, such as those of changes, operations and versions, so that
/// adding to them cannot overflow.
enum StoredNumber {
    /// The highest valid number. No valid file exceeds it: servers count to 2^53 at most.
    static let highest = 1 << 56

    /// A number in a file that is out of range.
    struct Impossible: Error {
        let what: String
        let number: Int
    }

    /// Checks a number from a file.
    ///
    /// - Parameters:
    ///   - number: the number as it was read.
    ///   - what: its name for the message, such as "the number of a change".
    ///   - range: the valid range; by default 0 to `highest`.
    /// - Returns: the number.
    /// - Throws: `Impossible` if it is out of range.
    static func checked(
        _ number: Int, as what: String, in range: ClosedRange<Int> = 0...highest
    ) throws(Impossible) -> Int {
        guard range.contains(number) else { throw Impossible(what: what, number: number) }
        return number
    }

    /// Returns a time from a file. It is only displayed, so it is clamped to the valid range.
    static func time(_ milliseconds: Int) -> Timestamp {
        Timestamp(milliseconds: min(max(milliseconds, -1 << 52), 1 << 52))
    }
}
