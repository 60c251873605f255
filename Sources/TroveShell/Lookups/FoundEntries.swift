import TroveLookup

/// What the last search has found so far, page by page.
struct FoundEntries {
    let query: CatalogueQuery
    /// In the order of their numbers; the first is `r1`.
    private(set) var entries: [CatalogueEntry] = []
    /// How many the catalogue says there are.
    private(set) var total: Int?
    /// The page that `more` asks for; nil when there are no more.
    private(set) var next: Int? = 1

    init(_ query: CatalogueQuery) {
        self.query = query
    }

    /// The keys of all entries, by which a page leaves out what was there before.
    var keys: Set<String> { Set(entries.map(\.key)) }

    /// Adds a page; the numbers of its entries.
    mutating func add(_ page: CataloguePage) -> Range<Int> {
        let first = entries.count + 1
        entries += page.entries
        total = page.total
        next = page.next
        return first..<entries.count + 1
    }

    /// The entry with a number, from 1; nil when there is none.
    subscript(number: Int) -> CatalogueEntry? {
        entries.indices.contains(number - 1) ? entries[number - 1] : nil
    }

    /// Puts an entry in its place that says more than the one before.
    mutating func replace(_ number: Int, with entry: CatalogueEntry) {
        if entries.indices.contains(number - 1) { entries[number - 1] = entry }
    }
}
