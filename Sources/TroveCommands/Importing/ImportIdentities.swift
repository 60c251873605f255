import TroveExchange
import TroveModel
import TroveStore

/// The ids that the records of a file of Trove's own carry.
///
/// An item keeps its id in every library that it is imported into, so a second import recognizes
/// it, and two items with the same title stay two.
struct ImportIdentities {
    private let library: Library
    /// The numbers of the library's items, by id; nil until a record has an id.
    private var numbers: [ItemID: ItemNumber]?
    /// The lines of the items that this import has accepted, by id.
    private var lines: [ItemID: Int] = [:]

    init(of library: Library) {
        self.library = library
    }

    /// Returns the item of the library, or the earlier line of the file, with the id of a record;
    /// nil without one.
    mutating func twin(of row: ImportedItemRow) throws -> ImportReport.Twin? {
        guard let id = row.id else { return nil }
        if let line = lines[id] { return .line(line) }
        guard let number = try known()[id], let item = try library.item(numbered: number),
            item.kind == row.kind
        else { return nil }
        return .item(item, nil)
    }

    /// Returns the id of a new item: that of its record, unless it has none or the id is in use.
    mutating func claim(by row: ImportedItemRow) throws -> ItemID? {
        guard let id = row.id, try known()[id] == nil, lines[id] == nil else { return nil }
        lines[id] = row.line
        return id
    }

    private mutating func known() throws -> [ItemID: ItemNumber] {
        if let numbers { return numbers }
        let read = try library.storedItems.numbersByID()
        numbers = read
        return read
    }
}

extension ImportedItemRow {
    /// The id in a file of Trove's own; nil without one.
    fileprivate var id: ItemID? { identity.flatMap { ItemID($0) } }
}
