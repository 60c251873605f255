import TroveModel

/// The numbers that a library file counts with: of changes, operations, versions, moments. What is
/// read from a file is checked here before anything is added to it.
enum StoredNumber {
    /// Nothing is ever counted so far: servers count to 2^53 at most.
    static let highest = 1 << 56

    /// What stands in a file where no such number can stand.
    struct Impossible: Error {
        let what: String
        let number: Int
    }

    /// A number from a file.
    ///
    /// - Parameters:
    ///   - number: as it was read.
    ///   - what: what it is, for the message: "the number of a change".
    ///   - range: what it can be; by default 0 to `highest`.
    /// - Returns: the number.
    /// - Throws: `Impossible`.
    static func checked(
        _ number: Int, as what: String, in range: ClosedRange<Int> = 0...highest
    ) throws(Impossible) -> Int {
        guard range.contains(number) else { throw Impossible(what: what, number: number) }
        return number
    }

    /// A moment from a file. It is only shown, so one that cannot be becomes the nearest that can.
    static func moment(_ milliseconds: Int) -> Timestamp {
        Timestamp(milliseconds: min(max(milliseconds, -1 << 52), 1 << 52))
    }
}
