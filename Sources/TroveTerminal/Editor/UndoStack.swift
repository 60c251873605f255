/// The earlier states of a line that is being edited.
package struct UndoStack {
    /// A line with its cursor.
    package struct State: Equatable {
        /// The scalars of the line.
        package var text: [UInt32]
        /// The number of scalars before the cursor.
        package var cursor: Int

        /// Creates a state.
        package init(text: [UInt32], cursor: Int) {
            self.text = text
            self.cursor = cursor
        }
    }

    private static let limit = 200
    private var earlier: [State] = []
    private var current = State(text: [], cursor: 0)

    /// Creates a stack for an empty line.
    package init() {}

    /// Creates a stack that begins with this line; nothing before it can be undone.
    package init(_ state: State) { current = state }

    /// Records the line before a key is read.
    package mutating func note(_ state: State) {
        if state.text == current.text {
            current.cursor = state.cursor
            return
        }
        // A typed word is one step, not one per letter.
        let isTyping =
            state.text.count == current.text.count + 1 && state.text.last != 0x20
            && state.cursor == state.text.count && current.cursor == current.text.count
            && current.text.last != 0x20 && !current.text.isEmpty && !earlier.isEmpty
            && state.text.starts(with: current.text)
        if !isTyping {
            earlier.append(current)
            if earlier.count > Self.limit { earlier.removeFirst() }
        }
        current = state
    }

    /// Goes back one step. Returns nil when there is none.
    package mutating func undo() -> State? {
        guard let state = earlier.popLast() else { return nil }
        current = state
        return state
    }
}
