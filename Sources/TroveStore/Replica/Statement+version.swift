import TroveModel
import TroveSQLite
import TroveWire

/// Versions of the server's entries in the tables of a library.
extension Statement {
    /// Returns a version, unchecked, because it is only compared and sent.
    func version(_ column: Int32) -> Version {
        Version(rawValue: integer(column))
    }

    func bind(_ version: Version, at index: Int32) {
        bind(version.rawValue, at: index)
    }
}

extension StoredNumber {
    /// Returns a version from a file after a range check.
    ///
    /// - Throws: `Impossible`.
    static func checkedVersion(_ number: Int, as what: String) throws(Impossible) -> Version {
        Version(rawValue: try checked(number, as: what))
    }
}
