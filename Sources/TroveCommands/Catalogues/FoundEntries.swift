package import TroveLookup

/// The results of the last search so far.
package struct FoundEntries {
    /// The search; every page belongs to it.
    package let query: CatalogueQuery
    /// The results in the order of their numbers; the first is `r1`.
    package private(set) var entries: [CatalogueEntry] = []
    /// How many results the service reports.
    private(set) var total: Int?
    /// The page that `more` asks for; nil if there are no more.
    private(set) var next: Int? = 1

    /// Begins a search whose first page has not arrived.
    package init(_ query: CatalogueQuery) {
        self.query = query
    }

    /// The keys of all entries, so that a page can leave out repetitions.
    package var keys: Set<String> { Set(entries.map(\.key)) }

    /// Adds a page, and returns the numbers of its entries.
    package mutating func add(_ page: CataloguePage) -> Range<Int> {
        let first = entries.count + 1
        entries += page.entries
        total = page.total
        next = page.next
        return first..<entries.count + 1
    }

    /// The entry with a number, from 1; nil if there is none.
    package subscript(number: Int) -> CatalogueEntry? {
        entries.indices.contains(number - 1) ? entries[number - 1] : nil
    }

    /// Replaces an entry by one with more details.
    package mutating func replace(_ number: Int, with entry: CatalogueEntry) {
        if entries.indices.contains(number - 1) { entries[number - 1] = entry }
    }
}
