import TroveModel
import TroveStore

/// Gems, the simplest items: a name and a color are enough for most tests.
func gem(_ number: ItemNumber, _ name: String, color: String? = nil) -> Item {
    Item(
        kind: gems, number: number, id: .of(number),
        values: [.text(name), nil, nil, color.map { .text($0) }, nil, nil, nil])
}

/// The index of the gems, both among the standard kinds and beside the specimens.
let gems: KindIndex = 1

/// The change that renames a gem.
func rename(_ number: ItemNumber, _ old: String, _ new: String) -> Change {
    Change(
        kind: gems, number: number, id: .of(number),
        action: .update([.init(field: 0, before: .text(old), after: .text(new))]))
}
