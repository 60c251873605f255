import TroveCodecs
import TroveModel

/// The state and the shelves of an item, collected from the cells of a record.
struct ImportedState {
    /// Whether the item was lent and has been returned.
    var isReturned = false
    /// Whether the user owns the item; nil if the record does not say so.
    var isOwned: Bool?

    private let words: [ExactText: StateWord]
    /// The positions of the states on the ladder, by their names.
    private let rungs: [ExactText: Int]
    /// The meanings of those states.
    private let meanings: [StateMeaning]
    /// The meaning of the record's explicit word for its state.
    private var told: StateMeaning?
    /// The position of the state that the word names.
    private var toldRung: Int?
    /// The meanings of the shelves.
    private var implied: [(meaning: StateMeaning, cell: ArraySlice<UInt8>)] = []
    /// What the dates, and the words that only state a minimum (`isMinimum`), imply.
    private var reached: StateMeaning?
    private var names: [ArraySlice<UInt8>] = []
    /// The shelf that the word for the state names, and its displayed name.
    private var shelf: ArraySlice<UInt8>?
    private var shelfName: ArraySlice<UInt8>?
    /// The word in the column of the state, if it is unknown.
    private var unknown: ArraySlice<UInt8>?

    /// Creates a state for a format with words of its own, which take precedence over the names of
    /// the states, which in turn take precedence over the shared words.
    init(words own: [StateWord], kind: Kind) {
        let ladder = kind.ladder?.ladder
        var words: [ExactText: StateWord] = [:]
        for word in StateWord.shared + own {
            // A word for a state that the kind lacks is the name of a shelf.
            let isKnown = word.meaning.map { $0.rung(on: kind) != nil } ?? true
            if isKnown { words[StateWord.key(word.word)] = word }
        }
        self.words = words
        let ownKeys = Set(own.map { StateWord.key($0.word) })
        var rungs: [ExactText: Int] = [:]
        // The states of books and films have words in every language.
        let ownRungs = kind.isOwn ? ladder?.rungs ?? [] : []
        for (index, rung) in ownRungs.enumerated() {
            for name in [rung.name, rung.longName] + rung.synonyms {
                let key = StateWord.key(name)
                if !ownKeys.contains(key), rungs[key] == nil { rungs[key] = index }
            }
        }
        self.rungs = rungs
        meanings =
            ladder.map { ladder in
                ladder.rungs.indices.map { StateMeaning(ladder.stage(of: $0)) }
            } ?? []
    }

    mutating func begin() {
        isReturned = false
        isOwned = nil
        told = nil
        toldRung = nil
        implied.removeAll(keepingCapacity: true)
        reached = nil
        names.removeAll(keepingCapacity: true)
        (shelf, unknown) = (nil, nil)
        shelfName = nil
    }

    // MARK: Reading

    /// Reads the word for a state; any other word is a shelf.
    mutating func take(word cell: ArraySlice<UInt8>) {
        let key = StateWord.key(cell)
        if let rung = rungs[key] {
            (told, toldRung) = (meanings[rung], rung)
            if words[key]?.isShelf ?? false { shelf = cell }
            return
        }
        guard let word = words[key] else {
            (shelf, unknown) = (cell, cell)
            return
        }
        if let meaning = word.meaning {
            if word.isMinimum { reach(meaning) } else { told = meaning }
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
            if word.isMinimum {
                reach(meaning)
                if meaning == .planned { isOwned = true }
            } else {
                implied.append((meaning, cell))
            }
        }
        if word.isShelf { names.append(cell) }
    }

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
        return meaning == .wanted && isOwned == true ? reached ?? .planned : meaning
    }

    /// Returns the position of the state on the ladder of a kind; nil if it is not known.
    func rung(on kind: Kind) -> Int? {
        let meaning = meaning
        if let toldRung, meaning == told { return toldRung }
        return meaning?.rung(on: kind)
    }

    /// Returns the word in the column of the state if it is unknown. It is no longer taken for a
    /// shelf.
    mutating func takeUnknownWord() -> ArraySlice<UInt8>? {
        guard let unknown else { return nil }
        (shelf, self.unknown) = (nil, nil)
        return unknown
    }

    private func has(_ meaning: StateMeaning) -> Bool {
        implied.contains { $0.meaning == meaning }
    }

    /// The names of the shelves, sorted and without repetitions; nil if there are none.
    ///
    /// A word for a state other than that of the item is the name of a shelf.
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
