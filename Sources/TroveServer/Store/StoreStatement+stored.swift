import TroveModel
import TroveWire

/// A number in the database outside the range that a server writes.
struct ImpossibleNumber: Error, CustomStringConvertible {
    let number: Int

    var description: String { "\(number) is not a number that a server writes" }
}

/// Larger than any real count, far from overflow, and below 2^53, the limit up to which every JSON
/// parser reads integers exactly.
private let maximumStored = 1 << 52

/// Reading and binding the server's numbers. The database may be damaged or edited by hand, and an
/// overflow in the server's arithmetic would stop it for all users.
extension StoreRows {
    /// Returns a count, or the number of an operation.
    ///
    /// - Throws: `ImpossibleNumber`.
    func count(_ column: Int32) throws(ImpossibleNumber) -> Int {
        let number = integer(column)
        guard (0...maximumStored).contains(number) else { throw ImpossibleNumber(number: number) }
        return number
    }

    /// Returns a version that the server calculates with.
    ///
    /// - Throws: `ImpossibleNumber`.
    func checkedVersion(_ column: Int32) throws(ImpossibleNumber) -> Version {
        Version(rawValue: try count(column))
    }

    /// Returns a version that is only compared and sent.
    func version(_ column: Int32) -> Version {
        Version(rawValue: integer(column))
    }

    func user(_ column: Int32) -> UserID {
        UserID(rawValue: integer(column))
    }

    /// Returns a timestamp or a sum, clamped to ±2^52.
    func clamped(_ column: Int32) -> Int {
        min(max(integer(column), -maximumStored), maximumStored)
    }

    /// Returns a timestamp, clamped to ±2^52 ms.
    func moment(_ column: Int32) -> Timestamp {
        Timestamp(milliseconds: clamped(column))
    }
}

extension StoreStatement {
    func bind(_ version: Version, at index: Int32) {
        bind(version.rawValue, at: index)
    }

    func bind(_ user: UserID, at index: Int32) {
        bind(user.rawValue, at: index)
    }
}
