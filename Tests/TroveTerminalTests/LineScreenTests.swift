import Testing
import TroveTerminal

@Suite struct LineScreenTests {
    private func layout(_ line: String, cursor: Int? = nil, columns: Int = 10) -> ScreenLayout {
        TextLocale.prepare()
        let scalars = line.unicodeScalars.map(\.value)
        return ScreenContent(prompt: "> ", line: scalars, cursor: cursor ?? scalars.count)
            .layout(for: TerminalSize(columns: columns, rows: 24))
    }

    @Test func aFullRowBeginsTheNext() {
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
}
