import TroveLanguage
import TroveModel
import TroveTerminal

/// The sections of a page: the shelves by name, then the items without a shelf by kind.
struct PageGroups {
    /// A section of the page.
    struct Group {
        let heading: TerminalText
        /// The positions of its items.
        var items: [Int] = []
    }

    /// The sections, in order; none is empty.
    let groups: [Group]

    /// Groups items.
    ///
    /// - Parameters:
    ///   - items: the items, in the order that each group keeps.
    ///   - kinds: the kinds of the library.
    ///   - condition: the condition that chose the items. If it names shelves of an item, the item
    ///     is in the sections of these only.
    init(_ items: [Item], _ kinds: Kinds, chosenBy condition: Condition?) {
        let fields = kinds.stored.map { $0.index(ofRole: .shelves) }
        let equalities = condition?.equalities ?? []
        let named = kinds.stored.map { kind -> Set<[UInt8]> in
            guard let field = kind.index(ofRole: .shelves) else { return [] }
            return Set(
                equalities.filter { kind.match(field: $0.field.value) == .found(field) }
                    .map { Folding.name($0.value.value) })
        }
        var shelves: [[UInt8]: Group] = [:]
        var rest = kinds.stored.map { Group(heading: TerminalText($0.plural).capitalized) }
        var hasShelf = kinds.stored.map { _ in false }
        for (place, item) in items.enumerated() {
            guard let field = fields[item.kind], case .set(let names)? = item.values[field],
                !names.isEmpty
            else {
                rest[item.kind].items.append(place)
                continue
            }
            hasShelf[item.kind] = true
            let chosen = names.filter { named[item.kind].contains(Folding.name($0)) }
            for name in chosen.isEmpty ? names : chosen {
                shelves[Folding.name(name), default: Group(heading: TerminalText(name))]
                    .items.append(place)
            }
        }
        for kind in kinds.indices where hasShelf[kind] {
            rest[kind] = Group(
                heading: Message.notOnShelf(kinds[kind]), items: rest[kind].items)
        }
        groups =
            shelves.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
            + rest.filter { !$0.items.isEmpty }
    }
}
