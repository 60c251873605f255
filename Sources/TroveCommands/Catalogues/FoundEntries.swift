package import TroveLookup

/// What the last search has found so far, page by page.
package struct FoundEntries {
    /// What was searched for; every page is of this query.
    package let query: CatalogueQuery
    /// In the order of their numbers; the first is `r1`.
    private(set) var entries: [CatalogueEntry] = []
    /// How many the catalogue says there are.
    private(set) var total: Int?
    /// The page that `more` asks for; nil when there are no more.
    private(set) var next: Int? = 1

    package init(_ query: CatalogueQuery) {
        self.query = query
    }

    /// The keys of all entries, by which a page leaves out what was there before.
    package var keys: Set<String> { Set(entries.map(\.key)) }

    /// Adds a page; the numbers of its entries.
    package mutating func add(_ page: CataloguePage) -> Range<Int> {
        let first = entries.count + 1
        entries += page.entries
        total = page.total
        next = page.next
        return first..<entries.count + 1
    }

    /// The entry with a number, from 1; nil when there is none.
    package subscript(number: Int) -> CatalogueEntry? {
        entries.indices.contains(number - 1) ? entries[number - 1] : nil
    }

    /// Puts an entry in its place that says more than the one before.
    package mutating func replace(_ number: Int, with entry: CatalogueEntry) {
        if entries.indices.contains(number - 1) { entries[number - 1] = entry }
    }
}
