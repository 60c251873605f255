import Testing
import TroveTerminal

@Suite struct LineScreenTests {
    private func layout(_ line: String, cursor: Int? = nil, columns: Int = 10) -> ScreenLayout {
        TextLocale.prepare()
        let scalars = line.unicodeScalars.map(\.value)
        return ScreenContent(prompt: "> ", line: scalars, cursor: cursor ?? scalars.count)
            .layout(for: TerminalSize(columns: columns, rows: 24))
    }

    @Test func rows() {
        #expect(layout("").rows.count == 1)
        #expect(layout("1234567").rows.count == 1)
        // A full row ends at once.
        #expect(layout("12345678").rows.count == 2)
        #expect(layout("12345678").cursorColumn == 0)
        #expect(layout("三体三体").cursorRow == 1)
        // The fourth does not fit beside the odd letter.
        #expect(layout("a三体三体").cursorColumn == 2)
        #expect(layout("12345678", cursor: 3).cursorRow == 0)
        #expect(layout("12345678", cursor: 3).rows.count == 2)
    }

    @Test func noMoreRowsThanTheScreen() {
        #expect(layout(String(repeating: "三", count: 5000)).rows.count == 24)
    }

    @Test func undoRemovesWords() {
        var stack = UndoStack()
        func state(_ text: String) -> UndoStack.State {
            UndoStack.State(text: text.unicodeScalars.map(\.value), cursor: text.count)
        }
        for text in ["", "o", "on", "one", "one ", "one t", "one tw", "one"] {
            stack.note(state(text))
        }
        #expect(stack.undo() == state("one tw"))
        stack.note(state("one tw"))
        #expect(stack.undo() == state("one "))
        var steps = 0
        while stack.undo() != nil { steps += 1 }
        #expect(steps <= 3)
    }

    @Test(arguments: [20, 40, 80, 200]) func candidatesFit(columns: Int) {
        let names = (0..<100).map { "三体 number \($0)" }
        let completion = Completion(
            replaced: 0..<0, candidates: names.map { .init(insertion: $0) }, total: 352)
        let rows = CandidateList.rows(of: completion, columns: columns, style: .plain)
        #expect(rows.last == "… 312 more")
        #expect(rows.allSatisfy { $0.width < columns })
        let text = rows.joined(separator: " ").rendered
        #expect(names.prefix(40).filter { columns > 20 && !text.contains($0) } == [])
    }

    @Test func fewCandidatesShowNotes() {
        let completion = Completion(
            replaced: 0..<0,
            candidates: [
                .init(insertion: "list", note: "Show items"),
                .init(insertion: "add\u{1B}[2J", note: "Add an item"),
            ])
        let rows = CandidateList.rows(of: completion, columns: 60, style: .plain)
        #expect(rows == ["list     Show items", "add␛[2J  Add an item"])
    }
}
