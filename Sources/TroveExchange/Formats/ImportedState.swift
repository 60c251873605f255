import TroveModel

/// The state and the shelves of an item, collected from the cells of a record.
struct ImportedState {
    /// Whether the item was lent and has been returned.
    var isReturned = false

    private let words: [Word]
    /// The position on the ladder that a word names; the highest of several.
    private var told: Int?
    /// The position on the ladder that the dates imply.
    private var reached: Int?
    private var names: [ArraySlice<UInt8>] = []
    /// The shelf that the word for the state names, and its displayed name.
    private var shelf: ArraySlice<UInt8>?
    private var shelfName: ArraySlice<UInt8>?

    private struct Word {
        let word: String
        let rung: Int?
        let isShelf: Bool
        let isLeast: Bool
    }

    init(words: [ProgramFormat.StateWord], ladder: Ladder?) {
        // A word for a state that the kind lacks is the name of a shelf.
        self.words = words.compactMap { word in
            let rung = word.rung.flatMap { ladder?.index(of: $0) }
            guard word.rung == nil || rung != nil else { return nil }
            return Word(
                word: word.word, rung: rung, isShelf: word.isShelf, isLeast: word.isLeast)
        }
    }

    mutating func begin() {
        isReturned = false
        told = nil
        reached = nil
        names.removeAll(keepingCapacity: true)
        shelf = nil
        shelfName = nil
    }

    // MARK: Reading

    /// Reads the word for a state; any other word is a shelf.
    mutating func take(word cell: ArraySlice<UInt8>) {
        guard let word = find(cell) else {
            shelf = cell
            return
        }
        tell(word)
        if word.isShelf { shelf = cell }
    }

    /// Reads the displayed name of the shelf that the word for the state names.
    mutating func take(shelfName cell: ArraySlice<UInt8>) { shelfName = cell }

    mutating func take(shelf cell: ArraySlice<UInt8>) { names.append(cell) }

    /// Reads the name of a shelf, which may be a word for a state.
    mutating func take(shelfOrWord cell: ArraySlice<UInt8>) {
        if let word = find(cell) {
            tell(word)
            if !word.isShelf { return }
        }
        names.append(cell)
    }

    /// Records that the item has reached a state.
    mutating func reach(_ rung: Int) { reached = max(reached ?? rung, rung) }

    private func find(_ cell: ArraySlice<UInt8>) -> Word? {
        words.first { CellText.isWord(cell, $0.word) }
    }

    private mutating func tell(_ word: Word) {
        guard let rung = word.rung else { return }
        if word.isLeast { reach(rung) } else { told = max(told ?? rung, rung) }
    }

    // MARK: Results

    /// The state as a position on the ladder; nil if it is not known.
    var rung: Int? { told ?? reached }

    /// The names of the shelves, sorted and without repetitions; nil if there are none.
    var shelves: [String]? {
        guard !names.isEmpty || shelf != nil else { return nil }
        var all = names.map(CellText.line)
        if let shelf { all.append(CellText.line(shelfName ?? shelf)) }
        if all.count == 1 { return all }
        var seen: Set<[UInt8]> = []
        return all.filter { seen.insert(Folding.name($0)).inserted }.sorted()
    }
}
