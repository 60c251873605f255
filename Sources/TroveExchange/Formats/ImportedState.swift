import TroveModel

/// How far one has come with a thing, and on which shelves it stands, gathered from the cells of a
/// record that speak of it.
struct ImportedState {
    /// Whether it was lent and is back.
    var isReturned = false

    private let words: [Word]
    /// The state that a word tells, as a position on the ladder; the highest, if there are several.
    private var told: Int?
    /// The state that the dates tell.
    private var reached: Int?
    private var names: [ArraySlice<UInt8>] = []
    /// The shelf that a word names, and what it is called.
    private var shelf: ArraySlice<UInt8>?
    private var shelfName: ArraySlice<UInt8>?

    private struct Word {
        let word: String
        let rung: Int?
        let isShelf: Bool
        let isLeast: Bool
    }

    init(words: [ProgramFormat.StateWord], ladder: Ladder?) {
        // A word for a state that there is not is the name of a shelf like any other.
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

    // MARK: Gathering

    /// Takes the word for a state; what is none is a shelf.
    mutating func take(word cell: ArraySlice<UInt8>) {
        guard let word = find(cell) else {
            shelf = cell
            return
        }
        tell(word)
        if word.isShelf { shelf = cell }
    }

    /// Takes what the shelf is called that the word for the state names.
    mutating func take(shelfName cell: ArraySlice<UInt8>) { shelfName = cell }

    mutating func take(shelf cell: ArraySlice<UInt8>) { names.append(cell) }

    /// Takes the name of a shelf that may be a word for a state.
    mutating func take(shelfOrWord cell: ArraySlice<UInt8>) {
        if let word = find(cell) {
            tell(word)
            if !word.isShelf { return }
        }
        names.append(cell)
    }

    /// Takes note that a state was reached on some day.
    mutating func reach(_ rung: Int) { reached = max(reached ?? rung, rung) }

    private func find(_ cell: ArraySlice<UInt8>) -> Word? {
        words.first { CellText.isWord(cell, $0.word) }
    }

    private mutating func tell(_ word: Word) {
        guard let rung = word.rung else { return }
        if word.isLeast { reach(rung) } else { told = max(told ?? rung, rung) }
    }

    // MARK: What they say

    /// The state, as a position on the ladder; nil when nothing tells it.
    var rung: Int? { told ?? reached }

    /// The names of the shelves, as a field keeps them; nil when there are none.
    var shelves: [String]? {
        guard !names.isEmpty || shelf != nil else { return nil }
        var all = names.map(CellText.line)
        if let shelf { all.append(CellText.line(shelfName ?? shelf)) }
        if all.count == 1 { return all }
        var seen: Set<[UInt8]> = []
        return all.filter { seen.insert(Folding.name($0)).inserted }.sorted()
    }
}
