import TroveCodecs
import TroveModel

/// What a word of another program says about an item, for a ladder of any kind.
enum StateMeaning: Sendable, Hashable {
    /// The user wants to own it.
    case wanted
    /// The user owns it, or means to begin it.
    case planned
    /// The user has begun it.
    case current
    /// The user has set it aside unfinished.
    case setAside
    /// The user has finished it.
    case done

    init(_ stage: Ladder.Stage) {
        self =
            switch stage {
            case .wanted: .wanted
            case .waiting: .planned
            case .begun: .current
            case .abandoned: .setAside
            case .completed: .done
            }
    }

    /// Returns the position of the state on the ladder of a kind; nil if the ladder lacks it.
    func rung(on kind: Kind) -> Int? {
        guard let ladder = kind.ladder?.ladder else { return nil }
        let rungs = ladder.rungs
        // The other words are about progress. They mean nothing for states such as owned and sold.
        let isOwnership = self == .wanted || self == .planned && ladder.firstOwned != nil
        guard isOwnership || kind.isFinished else { return nil }
        let owned = rungs.indices.first(where: ladder.isOwned) ?? 0
        switch self {
        case .wanted: return rungs.indices.dropLast().first { !ladder.isOwned($0) }
        case .planned: return rungs.isEmpty ? nil : owned
        case .current:
            return rungs.indices.dropLast().first { $0 > owned && !rungs[$0].isSkipped }
        case .setAside: return rungs.firstIndex(where: \.isSkipped)
        case .done: return rungs.indices.last
        }
    }
}

extension Kind {
    /// Whether the last state means that the user has finished the item, according to the fields.
    fileprivate var isFinished: Bool {
        completed != nil || completions != nil || progress != nil
            || ladder?.ladder.rungs.contains(where: \.isSkipped) ?? false
    }
}

/// A word for a state, or the name of a shelf that implies one.
struct StateWord: Sendable {
    /// The word, in lower case.
    let word: String
    /// Nil if the word implies no state.
    let meaning: StateMeaning?
    /// Whether the word is also the name of a shelf, because it says more than the state.
    let isShelf: Bool
    /// Whether the state is only a minimum, which a state from another cell overrides.
    let isMinimum: Bool

    init(
        _ word: String, _ meaning: StateMeaning?, isShelf: Bool = false, isMinimum: Bool = false
    ) {
        self.word = word
        self.meaning = meaning
        self.isShelf = isShelf
        self.isMinimum = isMinimum
    }

    /// The words that mean the same in the files of all programs, in any of their languages.
    static let shared: [StateWord] = [
        StateWord("wishlist", .wanted), StateWord("wish-list", .wanted),
        StateWord("wish", .wanted), StateWord("wanted", .wanted),
        StateWord("want to have", .wanted), StateWord("wunschliste", .wanted),
        StateWord("liste de souhaits", .wanted), StateWord("lista de deseos", .wanted),
        StateWord("lista de desejos", .wanted), StateWord("lista dei desideri", .wanted),
        StateWord("verlanglijst", .wanted),

        StateWord("to-read", .planned), StateWord("tbr", .planned),
        StateWord("want to read", .planned), StateWord("planned", .planned),
        StateWord("unread", .planned), StateWord("ungelesen", .planned),
        StateWord("à lire", .planned), StateWord("non lu", .planned),
        StateWord("por leer", .planned), StateWord("pendiente", .planned),
        StateWord("da leggere", .planned), StateWord("para ler", .planned),
        StateWord("te lezen", .planned), StateWord("ongelezen", .planned),
        StateWord("to watch", .planned), StateWord("watchlist", .planned),

        StateWord("currently-reading", .current), StateWord("reading", .current),
        StateWord("in progress", .current), StateWord("started", .current),
        StateWord("am lesen", .current), StateWord("lese ich gerade", .current),
        StateWord("en cours", .current), StateWord("leyendo", .current),
        StateWord("in lettura", .current), StateWord("lendo", .current),
        StateWord("aan het lezen", .current), StateWord("bezig", .current),

        StateWord("abandoned", .setAside), StateWord("did-not-finish", .setAside),
        StateWord("didnt finish", .setAside), StateWord("dnf", .setAside),
        StateWord("dropped", .setAside), StateWord("stopped", .setAside),
        StateWord("stopped-reading", .setAside), StateWord("wont-finish", .setAside),
        StateWord("will not finish", .setAside), StateWord("gave up", .setAside),
        StateWord("given up", .setAside), StateWord("set aside", .setAside),
        StateWord("on-hold", .setAside, isShelf: true),
        StateWord("paused", .setAside, isShelf: true),
        StateWord("abgebrochen", .setAside), StateWord("abandonné", .setAside),
        StateWord("abandonado", .setAside), StateWord("abbandonato", .setAside),
        StateWord("gestopt", .setAside),

        StateWord("read", .done), StateWord("finished", .done), StateWord("done", .done),
        StateWord("completed", .done), StateWord("gelesen", .done), StateWord("lu", .done),
        StateWord("terminé", .done), StateWord("leído", .done), StateWord("terminado", .done),
        StateWord("letto", .done), StateWord("finito", .done), StateWord("lido", .done),
        StateWord("gelezen", .done), StateWord("watched", .done), StateWord("seen", .done),
    ]

    static func key(_ word: String) -> ExactText { key(Array(word.utf8)[...]) }

    /// Returns the key under which a word is found: case, accents and apostrophes do not matter,
    /// and spaces, hyphens and underscores are equal.
    static func key(_ cell: ArraySlice<UInt8>) -> ExactText {
        if cell.contains(where: { $0 >= 0x80 }) {
            return key(folded: Folding.search(String(decoding: cell, as: UTF8.self)))
        }
        return key(folded: cell)
    }

    private static func key(folded bytes: some Collection<UInt8>) -> ExactText {
        let key = unsafe String(unsafeUninitializedCapacity: bytes.count) { key in
            var count = 0
            for byte in bytes where byte != 0x27 {
                // There is room for each byte.
                unsafe key[count] =
                    byte == 0x20 || byte == 0x5F ? 0x2D : Folding.lowercased(byte)
                count += 1
            }
            return count
        }
        return ExactText(key)
    }
}
