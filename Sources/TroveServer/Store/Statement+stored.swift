import TroveModel
import TroveSQLite

/// A number in the file that no server writes.
struct ImpossibleNumber: Error {
    let number: Int
}

/// Numbers as they stand in the file, which may have been damaged or changed: what is calculated with
/// them must not overflow, because that would end the server for everybody.
extension Statement {
    /// What is far beyond all that is counted, and far from where numbers overflow and from the largest
    /// ones that all programs read alike in JSON.
    private static let most = 1 << 52

    /// A number of things, or of an operation.
    ///
    /// - Throws: `ImpossibleNumber`.
    func count(_ column: Int32) throws(ImpossibleNumber) -> Int {
        let number = integer(column)
        guard (0...Self.most).contains(number) else { throw ImpossibleNumber(number: number) }
        return number
    }

    /// A moment or a sum; what is impossible becomes the nearest that is not.
    func clamped(_ column: Int32) -> Int {
        min(max(integer(column), -Self.most), Self.most)
    }

    /// A moment; an impossible one becomes the nearest that is not.
    func moment(_ column: Int32) -> Timestamp {
        Timestamp(milliseconds: clamped(column))
    }
}
