package import TroveModel

/// Items that successive commands add, for `Library.add`.
package struct NewItems {
    /// The items in the order in which they are added.
    package private(set) var all: [Item] = []
    /// The number of items of the first command, of the first two, and so on.
    private(set) var commandEnds: [Int] = []

    /// Begins without items.
    package init() {}

    /// Appends the items of the next command, at least one.
    package mutating func append(_ items: Item...) {
        all.append(contentsOf: items)
        commandEnds.append(all.count)
    }
}
