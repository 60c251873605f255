import TroveModel
import TroveSQLite

/// The numbers of the next new items of a library.
///
/// Definitions have a range of their own, because users see the numbers of all other items and
/// expect no gaps. Libraries of earlier versions may hold definitions with lower numbers; these
/// keep them.
struct ItemNumbers: Equatable {
    /// The highest number; memory holds numbers in 32 bits.
    static let highest = Int(Int32.max) - 1
    /// The lowest number of a new definition. Those of other items are below it.
    static let firstOfDefinitions = 2_000_000_000

    private(set) var item = 1
    private(set) var definition = Self.firstOfDefinitions

    /// Returns the next number of a definition or of another item, and advances; nil when none is
    /// left.
    mutating func take(isDefinition: Bool) -> ItemNumber? {
        if isDefinition {
            guard definition < Self.highest else { return nil }
            defer { definition += 1 }
            return ItemNumber(definition)
        }
        guard item < Self.firstOfDefinitions else { return nil }
        defer { item += 1 }
        return ItemNumber(item)
    }

    /// Keeps the numbers of later items above one that is in use.
    mutating func reserve(_ number: ItemNumber) {
        if number.rawValue < Self.firstOfDefinitions {
            item = max(item, number.rawValue + 1)
        } else {
            definition = max(definition, number.rawValue + 1)
        }
    }

    // MARK: File

    private typealias Key = MetaTable.Key

    /// Reads the numbers from a library file. A file without definitions may lack their number.
    static func read(from meta: MetaTable) throws -> ItemNumbers {
        func number(_ key: String, in range: ClosedRange<Int>) throws -> Int {
            try StoredNumber.checked(
                meta.integer(key) ?? range.lowerBound, as: "the next number", in: range)
        }
        var numbers = ItemNumbers()
        numbers.item = try number(Key.nextItem, in: 1...highest)
        numbers.definition = try number(Key.nextDefinition, in: firstOfDefinitions...highest)
        return numbers
    }

    /// Writes those numbers that differ from the ones in the file.
    func write(to meta: MetaTable, after written: ItemNumbers) throws(SQLiteError) {
        if item != written.item { try meta.set(Key.nextItem, item) }
        if definition != written.definition { try meta.set(Key.nextDefinition, definition) }
    }
}
