import TroveModel

/// An item or a search result to mark as read.
struct Reading {
    /// The item of the library; nil for a search result that the library does not have, and for
    /// another reading of an entry.
    let item: Item?
    /// The entry to add, with a value for each field of the read list.
    let values: [Value?]
    /// A reference to the item or the result.
    let reference: String
    let span: Range<Int>
}
