package import TroveModel

/// The marks of a library.
///
/// A mark is a value in the table `meta`, not an entry of the log, so `undo` does not remove it,
/// and earlier versions ignore it. The key has the name, and the value has the position and the
/// time.
package struct Marks {
    let library: Library

    /// The part of a key before the underscore.
    private static let prefix = "mark"

    /// Returns all marks in the order of the log, and then by name.
    package func all() throws(LibraryError) -> [Mark] {
        let values = try library.looking { try library.replica.meta.values(Self.prefix) }
        return values.compactMap { key, value in
            let numbers = value.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            return Mark(
                name: String(key.dropFirst(Self.prefix.utf8.count + 1)),
                position: LogPosition(max(0, numbers[0])), at: StoredNumber.time(numbers[1]))
        }.sorted { ($0.position.rawValue, $0.name) < ($1.position.rawValue, $1.name) }
    }

    /// Returns the mark with a name, regardless of case; nil if there is none.
    package func mark(named name: String) throws(LibraryError) -> Mark? {
        let key = Folding.name(name)
        return try all().first { Folding.name($0.name) == key }
    }

    /// Sets a mark at the end of the log, and removes a former one with the same name.
    ///
    /// - Parameters:
    ///   - name: the name as it was typed.
    ///   - time: the time to record.
    /// - Throws: why the library cannot be written.
    package func set(_ name: String, at time: Timestamp) throws(LibraryError) {
        try library.writing { transaction in
            if let former = try mark(named: name) { try write(former.name, nil, transaction) }
            try write(name, "\(library.log.last) \(time.milliseconds)", transaction)
        }
    }

    /// Removes a mark.
    ///
    /// - Throws: why the library cannot be written.
    package func remove(_ mark: Mark) throws(LibraryError) {
        try library.writing { try write(mark.name, nil, $0) }
    }

    /// Moves marks at changes that the log no longer has to its end.
    func keepWithin(_ transaction: Transaction) throws {
        let last = library.log.last
        for mark in try all() where mark.position.rawValue > last {
            try write(mark.name, "\(last) \(mark.at.milliseconds)", transaction)
        }
    }

    private func write(_ name: String, _ value: String?, _ transaction: Transaction) throws {
        try transaction.replica.meta.set("\(Self.prefix)_\(name)", value)
    }
}
