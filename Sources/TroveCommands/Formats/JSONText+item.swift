import TroveCodecs
import TroveModel
import TroveStore
import TroveTerminal

extension JSONText {
    /// Writes an item as an object, with all its fields.
    init(_ item: Item, _ kind: Kind, _ mark: SyncMark? = nil) {
        self.init()
        begin(number: item.number, id: item.id, kind)
        for index in kind.shownIndices { append(kind.fields[index].name, item.values[index]) }
        append(mark)
        append("}")
    }

    /// Appends the sync state of an item, as the last member.
    mutating func append(_ mark: SyncMark?) {
        guard let mark else { return }
        append(",\"sync\":")
        append(string: Message.nameForPrograms(of: mark).rendered)
    }
}
