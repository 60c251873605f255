import TroveCodecs
import TroveModel

/// The state and the shelves of an item, collected from the cells of a record.
struct ImportedState {
    /// Whether the item was lent and has been returned.
    var isReturned = false
    /// Whether the record says that the user owns the item.
    var isOwned = false

    private let words: [ExactText: StateWord]
    /// The meaning of the one word for the state.
    private var told: StateMeaning?
    /// The meanings of the shelves.
    private var implied: [(meaning: StateMeaning, cell: ArraySlice<UInt8>)] = []
    /// What the dates and the least words imply.
    private var reached: StateMeaning?
    private var names: [ArraySlice<UInt8>] = []
    /// The shelf that the word for the state names, and its displayed name.
    private var shelf: ArraySlice<UInt8>?
    private var shelfName: ArraySlice<UInt8>?

    /// Creates a state for a format with words of its own, which take precedence over the shared
    /// ones.
    init(words own: [StateWord], ladder: Ladder?) {
        var words: [ExactText: StateWord] = [:]
        for word in StateWord.shared + own {
            // A word for a state that the kind lacks is the name of a shelf.
            let isKnown = word.meaning.map { ladder.flatMap($0.rung) != nil } ?? true
            if isKnown { words[StateWord.key(Array(word.word.utf8)[...])] = word }
        }
        self.words = words
    }

    mutating func begin() {
        isReturned = false
        isOwned = false
        told = nil
        implied.removeAll(keepingCapacity: true)
        reached = nil
        names.removeAll(keepingCapacity: true)
        shelf = nil
        shelfName = nil
    }

    // MARK: Reading

    /// Reads the word for a state; any other word is a shelf.
    mutating func take(word cell: ArraySlice<UInt8>) {
        guard let word = words[StateWord.key(cell)] else {
            shelf = cell
            return
        }
        if let meaning = word.meaning {
            if word.isLeast { reach(meaning) } else { told = meaning }
        }
        if word.isShelf { shelf = cell }
    }

    /// Reads the displayed name of the shelf that the word for the state names.
    mutating func take(shelfName cell: ArraySlice<UInt8>) { shelfName = cell }

    mutating func take(shelf cell: ArraySlice<UInt8>) { names.append(cell) }

    /// Reads the name of a shelf, which may be a word for a state.
    mutating func take(shelfOrWord cell: ArraySlice<UInt8>) {
        guard let word = words[StateWord.key(cell)] else { return names.append(cell) }
        if let meaning = word.meaning {
            if word.isLeast { reach(meaning) } else { implied.append((meaning, cell)) }
        }
        if word.isShelf { names.append(cell) }
    }

    /// Records that the item has reached a state.
    mutating func reach(_ meaning: StateMeaning) {
        reached = reached.map { $0.order < meaning.order ? meaning : $0 } ?? meaning
    }

    // MARK: Results

    /// The state; nil if it is not known.
    var meaning: StateMeaning? {
        let meaning: StateMeaning? =
            switch told {
            case .done? where has(.setAside): .setAside
            case .planned? where has(.wanted): .wanted
            case let told?: told
            case nil where has(.setAside): .setAside
            case nil: implied.map(\.meaning).max { $0.order < $1.order } ?? reached
            }
        return meaning == .wanted && isOwned ? .planned : meaning
    }

    private func has(_ meaning: StateMeaning) -> Bool {
        implied.contains { $0.meaning == meaning }
    }

    /// The names of the shelves, sorted and without repetitions; nil if there are none.
    ///
    /// A word for another state than that of the item is the name of a shelf.
    var shelves: [String]? {
        let meaning = implied.isEmpty ? nil : meaning
        let others = implied.filter { $0.meaning != meaning && $0.meaning != told }
        guard !names.isEmpty || shelf != nil || !others.isEmpty else { return nil }
        var all = names.map(CellText.line) + others.map { CellText.line($0.cell) }
        if let shelf { all.append(CellText.line(shelfName ?? shelf)) }
        if all.count == 1 { return all }
        var seen: Set<[UInt8]> = []
        return all.filter { seen.insert(Folding.name($0)).inserted }.sorted()
    }
}

extension StateMeaning {
    /// The position among the meanings, the least first.
    fileprivate var order: Int {
        switch self {
        case .wanted: 0
        case .planned: 1
        case .current: 2
        case .setAside: 3
        case .done: 4
        }
    }
}
