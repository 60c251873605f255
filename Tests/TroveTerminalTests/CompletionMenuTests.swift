import Testing
import TroveTerminal

@Suite struct CompletionMenuTests {
    private func completion(
        _ labels: [String], note: ((String) -> String?)? = nil, total: Int? = nil
    ) -> Completion {
        Completion(
            replaced: 0..<0,
            candidates: labels.map { .init(insertion: $0, note: note?($0)) }, total: total)
    }

    private func numbers(_ count: Int) -> [String] { (1...count).map { "number \($0)" } }

    private func menu(_ completion: Completion, columns: Int = 80, rows: Int = 10)
        -> CompletionMenu
    {
        TextLocale.prepare()
        var menu = CompletionMenu(completion)
        menu.fit(columns: columns, rows: rows)
        return menu
    }

    private func text(_ menu: CompletionMenu) -> [String] {
        menu.rows(style: .plain).map(\.rendered)
    }

    @Test func fewCandidatesHaveTheirNotes() {
        var menu = menu(
            Completion(
                replaced: 0..<0,
                candidates: [
                    .init(insertion: "list", note: "Show items"),
                    .init(insertion: "add\u{1B}[2J", note: "Add an item"),
                ]), columns: 60)
        #expect(text(menu) == [" list     Show items", " add␛[2J  Add an item"])
        #expect(menu.candidate == nil)
        menu.move(.next)
        #expect(text(menu) == [">list     Show items", " add␛[2J  Add an item"])
        #expect(menu.candidate?.insertion == "list")
        let colored = menu.rows(style: Style(isEnabled: true)).map(\.rendered)
        #expect(colored[0] == "\u{1B}[7m list     Show items\u{1B}[0m")
        #expect(colored[1] == " add␛[2J  \u{1B}[2mAdd an item\u{1B}[0m")
    }

    /// The number of a search that was cut short is marked.
    @Test func aCutSearchMayHaveFoundMore() {
        var completion = completion(numbers(100), total: 358)
        completion.isCut = true
        var menu = menu(completion)
        #expect(text(menu).last?.contains("+ more") == true)
        menu.move(.next)
        #expect(text(menu).last == " 1 of 358+")
    }

    @Test func columnsAreReadFromTopToBottom() {
        let menu = menu(completion(["a", "b", "c", "d", "e"]), columns: 10)
        #expect(text(menu) == [" a  c  e", " b  d"])
    }

    /// Next and previous go around; left and right move by a column.
    @Test func movesGoAround() {
        var menu = menu(completion(["a", "b", "c", "d", "e"]), columns: 10)
        func after(_ move: CompletionMenu.Move) -> String? {
            menu.move(move)
            return menu.candidate?.insertion
        }
        #expect(after(.next) == "a")
        #expect(after(.next) == "b")
        #expect(after(.right) == "d")
        #expect(after(.right) == "e")
        #expect(menu.move(.right) == false)
        #expect(after(.next) == "a")
        #expect(menu.move(.left) == false)
        #expect(after(.previous) == "e")
        #expect(after(.left) == "c")
        #expect(after(.pageUp) == "a")
        #expect(after(.pageDown) == "e")
    }

    @Test func backwardSelectsTheLast() {
        var menu = menu(completion(["a", "b", "c"]))
        menu.move(.previous)
        #expect(menu.candidate?.insertion == "c")
    }

    @Test func anEmptyMenuHasNothingToSelect() {
        var menu = menu(completion([]))
        for move in CompletionMenu.Move.allCases { #expect(menu.move(move) == false) }
        #expect(menu.candidate == nil)
    }

    /// The rows that fit, and a count of the rest.
    @Test func aLongListIsCounted() {
        var menu = menu(completion(numbers(300), total: 312), columns: 80, rows: 10)
        let rows = text(menu)
        #expect(rows.count == 10)
        #expect(rows[0] == " number 1    number 10   number 19   number 28   number 37   number 46")
        #expect(rows[9] == " … 258 more")
        for _ in 0..<3 { menu.move(.next) }
        #expect(text(menu)[9] == " 3 of 312")
        #expect(text(menu)[2].hasPrefix(">number 3 "))
    }

    /// The window follows the selection by columns, and goes back no earlier than necessary.
    @Test func theWindowFollowsTheSelection() {
        var menu = menu(completion(numbers(300)), columns: 80, rows: 10)
        menu.move(.previous)
        #expect(text(menu)[9] == " 300 of 300")
        #expect(text(menu).contains { $0.contains(">number 300") })
        #expect(!text(menu)[0].contains("number 1 "))
        menu.move(.next)
        #expect(text(menu)[0].hasPrefix(">number 1 "))
        for _ in 0..<54 { menu.move(.next) }
        #expect(text(menu)[0].hasPrefix(" number 10"))
        #expect(text(menu)[0].hasSuffix(">number 55"))
        menu.move(.left)
        #expect(text(menu)[0].hasPrefix(" number 10"))
    }

    /// A single column scrolls by rows.
    @Test func oneColumnScrolls() {
        var menu = menu(completion(numbers(12), note: { "note of \($0)" }), columns: 60, rows: 5)
        #expect(text(menu)[3] == " number 4   note of number 4")
        #expect(text(menu)[4] == " … 8 more")
        for _ in 0..<5 { menu.move(.next) }
        #expect(text(menu)[0] == " number 2   note of number 2")
        #expect(text(menu)[3] == ">number 5   note of number 5")
        #expect(text(menu)[4] == " 5 of 12")
        menu.move(.pageDown)
        #expect(text(menu)[3] == ">number 9   note of number 9")
    }

    /// Too many candidates for a row each: the note of the selected one is in the last row.
    @Test func manyCandidatesShowTheNoteOfTheSelectedOne() {
        var menu = menu(completion(numbers(20), note: { "note of \($0)" }))
        #expect(!text(menu).joined().contains("note"))
        menu.move(.next)
        #expect(text(menu).last == " 1 of 20  note of number 1")
    }

    /// A new size keeps the selection in view.
    @Test func aResizeKeepsTheSelectionVisible() {
        var menu = menu(completion(numbers(100)), columns: 80, rows: 16)
        for _ in 0..<70 { menu.move(.next) }
        for (columns, rows) in [(40, 12), (20, 3), (10, 1), (200, 40), (12, 2)] {
            menu.fit(columns: columns, rows: rows)
            let shown = text(menu)
            #expect(shown.count <= rows)
            #expect(shown.count { $0.contains(">") } == 1)
            #expect(shown.allSatisfy { DisplayWidth.of($0) < columns })
        }
    }

    @Test(arguments: [10, 20, 40, 80, 200]) func candidatesFit(columns: Int) {
        let names = (0..<100).map { "三体 number \($0)" }
        var menu = menu(completion(names, total: 352), columns: columns, rows: 60)
        #expect(menu.rows(style: .plain).allSatisfy { $0.width < columns })
        menu.move(.next)
        #expect(menu.rows(style: .plain).allSatisfy { $0.width < columns })
        let shown = text(menu).joined(separator: " ")
        if columns > 40 { #expect(names.allSatisfy { shown.contains($0) }) }
    }
}
