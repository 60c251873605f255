/// One thing of the collection, taken out of the catalog: a book with all it says.
package struct Item: Sendable, Hashable {
    /// The position of its kind among the kinds.
    package let kind: KindIndex
    /// What the person calls it by; one of a kind in the library, given once, never used again.
    package let number: ItemNumber
    /// Given once, the same on every device.
    package let id: ItemID
    /// One place for each field of the kind; nil where the field has no value.
    package var values: [Value?]

    package init(kind: KindIndex, number: ItemNumber, id: ItemID, values: [Value?]) {
        self.kind = kind
        self.number = number
        self.id = id
        self.values = values
    }

    /// Its name or title; empty where it has none.
    package var title: String {
        if case .text(let title)? = values.first { title } else { "" }
    }
}
