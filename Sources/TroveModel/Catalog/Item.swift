/// An item of the collection, copied out of the catalog.
package struct Item: Sendable, Hashable {
    /// The kind of the item.
    package let kind: KindIndex
    /// The number that the user knows it by: unique in the library, assigned once, never reused.
    package let number: ItemNumber
    /// The permanent id, the same on every device.
    package let id: ItemID
    /// One value for each field of the kind; nil for a field without a value.
    package var values: [Value?]

    /// Creates an item; `values` has one element for each field of the kind.
    package init(kind: KindIndex, number: ItemNumber, id: ItemID, values: [Value?]) {
        self.kind = kind
        self.number = number
        self.id = id
        self.values = values
    }

    /// The name or title; empty if it has none.
    package var title: String {
        if case .text(let title)? = values.first { title } else { "" }
    }
}
