import Testing
import TroveTerminal

@Suite struct IncrementalSearchTests {
    private func search(_ entries: [String], _ query: String = "") -> IncrementalSearch {
        TextLocale.prepare()
        var search = IncrementalSearch(entries: entries) { Array($0.lowercased().utf8) }
        if !query.isEmpty { search.extend(by: query) }
        return search
    }

    private func rows(_ search: IncrementalSearch, columns: Int = 40, rows: Int = 10) -> [String] {
        var search = search
        search.fit(rows: rows)
        return search.rows(columns: columns, style: .plain).map(\.rendered)
    }

    @Test(arguments: [("三", "三体"), ("ł", "zażółć"), ("😀", "😀 grin"), ("é", "café")])
    func finds(query: String, entry: String) {
        #expect(search(["三体", "zażółć", "😀 grin", "café", "plain"], query).match == entry)
    }

    @Test func movesBothWays() {
        var search = search(["alpha one", "beta", "Alpha two", "gamma"], "alp")
        #expect(search.match == "Alpha two")
        #expect(search.older() == true)
        #expect(search.match == "alpha one")
        #expect(search.older() == false)
        #expect(search.match == "alpha one")
        #expect(search.newer() == true)
        #expect(search.match == "Alpha two")
        #expect(search.newer() == false)
        search.extend(by: "x")
        #expect(search.hasFailed)
        search.shorten()
        #expect(search.match == "Alpha two")
        for _ in 0..<5 { search.shorten() }
        #expect(search.query == "")
        #expect(search.match == nil)
        search.extend(by: "gam")
        #expect(search.match == "gamma")
    }

    /// All words must occur, in any order.
    @Test func wordsOccurInAnyOrder() {
        let entries = ["add book Dune genre:sci-fi", "add book Emma", "list sci-fi"]
        #expect(rows(search(entries, "sci add")) == [">add book Dune genre:sci-fi"])
        #expect(rows(search(entries, "add ")) == [">add book Emma", " add book Dune genre:sci-fi"])
        #expect(search(entries, "emma dune").hasFailed)
    }

    /// The selection stays at its entry while the list narrows.
    @Test func narrowingKeepsTheSelection() {
        var search = search(["echo one", "echo two", "echo three"], "e")
        _ = search.older()
        _ = search.older()
        #expect(search.match == "echo one")
        search.extend(by: "cho")
        #expect(search.match == "echo one")
        search.extend(by: " t")
        #expect(search.match == "echo three")
    }

    @Test func anEmptyQueryListsAll() {
        var search = search(["one", "two"])
        #expect(search.match == nil && !search.hasFailed)
        #expect(rows(search) == [" two", " one"])
        #expect(search.older() == true)
        #expect(search.match == "two")
        #expect(self.search([], "a").hasFailed)
    }

    @Test func aLongListScrollsAndIsCounted() {
        var search = search((1...50).map { "echo \($0)" })
        #expect(rows(search, rows: 4) == [" echo 50", " echo 49", " echo 48", " … 47 more"])
        search.fit(rows: 4)
        for _ in 0..<5 { _ = search.older() }
        #expect(rows(search, rows: 4) == [" echo 48", " echo 47", ">echo 46", " 5 of 50"])
        _ = search.newer()
        #expect(rows(search, rows: 4) == [" echo 48", ">echo 47", " echo 46", " 4 of 50"])
    }

    @Test func theMatchIsHighlighted() {
        var search = search(["echo Dune", "list dune dune"], "dune")
        search.fit(rows: 5)
        #expect(
            search.rows(columns: 40, style: Style(isEnabled: true)).map(\.rendered) == [
                "\u{1B}[7m \u{1B}[0m\u{1B}[7mlist \u{1B}[0m\u{1B}[7;1;35mdune\u{1B}[0m"
                    + "\u{1B}[7m \u{1B}[0m\u{1B}[7;1;35mdune\u{1B}[0m",
                " echo \u{1B}[1;35mDune\u{1B}[0m",
            ])
    }

    /// A long entry is cut off, but not before what matches.
    @Test func theMatchIsVisible() {
        let entry = "echo " + (0..<40).map { "word\($0)" }.joined(separator: " ")
        #expect(rows(search([entry], "echo"), columns: 20) == [">echo word0 word1 …"])
        let late = rows(search([entry], "word33"), columns: 20)
        #expect(late[0].hasPrefix(">…") && late[0].contains("word33") && late[0].hasSuffix("…"))
        for columns in 3..<30 {
            for query in ["echo", "word20", "word39", "w"] {
                let row = rows(search([entry, "三体三体三体" + query], query), columns: columns)
                #expect(row.allSatisfy { DisplayWidth.of($0) < columns })
            }
        }
    }

    @Test func linesOfAnEntryShareARow() {
        #expect(rows(search(["echo a\necho b"], "b")) == [">echo a⏎echo b"])
    }
}
