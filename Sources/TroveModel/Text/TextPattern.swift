import TroveCodecs

/// A text that completion looks for in other texts, regardless of case and accents.
///
/// Texts are compared by their search keys (`TextPattern.key`). A word is a run of letters, digits,
/// apostrophes and characters outside ASCII; general punctuation such as “ separates words.
package struct TextPattern: Sendable {
    /// A way in which a text matches; a better one comes first.
    package enum Match: Int, Sendable, Comparable, CaseIterable {
        /// The text begins with the pattern.
        case beginning
        /// Each word of the pattern begins a word of the text, in the same order.
        case wordBeginnings
        /// Each word of the pattern occurs in the text, in the same order.
        case inside

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The text as typed.
    package let text: String
    /// The ways that are tried, the best first.
    package let ways: [Match]
    /// The search key of the text.
    let key: [UInt8]
    /// The words of the key, by their places in it.
    let words: [Range<Int>]
    /// The beginnings of the words, prepared for searches.
    private let beginnings: [WordScan.Beginning]
    /// Whether a search for the pattern goes on until it has read everything.
    package let isThorough: Bool

    /// The shortest pattern, in bytes, that is looked for inside words: nearly every text contains
    /// any one letter.
    private static let shortestInside = 2

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - text: The text as typed.
    ///   - widest: The last way that is tried.
    ///   - isThorough: Whether a search goes on until it has read everything; otherwise its time is
    ///     bounded.
    package init(_ text: String, upTo widest: Match = .inside, isThorough: Bool = false) {
        self.text = text
        self.isThorough = isThorough
        let key = Self.key(of: text)
        let words = Self.words(of: key.span)
        self.key = key
        self.words = words
        beginnings = words.map { WordScan.Beginning(of: key[$0]) }
        var shortest = words.isEmpty ? 0 : Int.max
        for word in words { shortest = min(shortest, word.count) }
        ways = Match.allCases.filter { match in
            switch match {
            case .beginning: true
            case .wordBeginnings: match <= widest && shortest > 0
            case .inside: match <= widest && shortest >= Self.shortestInside
            }
        }
    }

    /// Whether every text matches.
    package var isEmpty: Bool { key.isEmpty }

    /// Returns the best way in which a text matches; nil if it does not.
    package func match(of text: String) -> Match? {
        // An ASCII text differs from its key only in capital letters.
        let bytes = text.utf8.span
        if bytes.isASCII { return ways.first { fits(bytes, as: $0) } }
        let key = Self.key(of: text)
        return ways.first { fits(key.span, as: $0) }
    }

    /// Returns the elements that match in the best way in which any of them does.
    ///
    /// It is inlinable so that the modules that complete lines specialize it; each keystroke calls
    /// it.
    @inlinable
    package func best<Element>(
        of elements: [Element], by text: (Element) -> String
    ) -> Matches<Element> {
        var best: [Element] = []
        var way = Match.beginning
        for element in elements {
            guard let match = match(of: text(element)) else { continue }
            if best.isEmpty || match < way { (best, way) = ([], match) }
            if match == way { best.append(element) }
        }
        return Matches(best, way)
    }

    // MARK: Keys

    /// Returns the search key of a text: without case and accents, and with plain punctuation.
    static func key(of text: String) -> [UInt8] {
        let folded = Folding.search(text)
        guard folded.contains(0xE2) else { return folded }
        var key: [UInt8] = []
        key.reserveCapacity(folded.count)
        var index = 0
        while index < folded.count {
            // U+2000 to U+203F, except for those with a plain form.
            if folded[index] == 0xE2, index + 2 < folded.count, folded[index + 1] == 0x80 {
                key.append(0x20)
                index += 3
            } else {
                key.append(folded[index])
                index += 1
            }
        }
        return key
    }

    private static let apostrophe = UInt8(ascii: "'")

    /// Whether a byte of a key belongs to a word.
    @inline(__always)
    static func isWordByte(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80 || byte == apostrophe
    }

    private static func words(of key: Span<UInt8>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start = 0
        for index in 0...key.count where index == key.count || !isWordByte(key[index]) {
            if start < index { words.append(start..<index) }
            start = index + 1
        }
        return words
    }

    // MARK: Matching

    /// Returns whether a search key matches in this way; ASCII letters may still be capitals.
    func fits(_ text: Span<UInt8>, as match: Match) -> Bool {
        let key = key.span
        switch match {
        case .beginning: return Self.occurs(key, in: text, at: 0)
        case .wordBeginnings: return hasWords(of: key, text, onlyBeginnings: true)
        case .inside: return hasWords(of: key, text, onlyBeginnings: false)
        }
    }

    private func hasWords(
        of key: Span<UInt8>, _ text: Span<UInt8>, onlyBeginnings: Bool
    ) -> Bool {
        var start = 0
        for index in words.indices {
            start = Self.end(
                of: key.extracting(words[index]), beginnings[index], in: text, from: start,
                onlyBeginnings: onlyBeginnings)
            if start < 0 { return false }
        }
        return true
    }

    /// Returns the end of the first occurrence of a word from a position; -1 if there is none.
    private static func end(
        of word: Span<UInt8>, _ beginning: WordScan.Beginning, in text: Span<UInt8>,
        from start: Int, onlyBeginnings: Bool
    ) -> Int {
        let last = text.count - word.count
        var index = start
        while index <= last {
            let places = WordScan.places(of: beginning, in: text, from: index)
            var rest = places.bits
            while rest != 0 {
                let place = places.first + rest.trailingZeroBitCount >> 3
                rest &= rest - 1
                guard place >= index, place <= last else { continue }
                let isBeginning =
                    place == 0 || !isWordByte(Folding.lowercased(text[place - 1]))
                if isBeginning || !onlyBeginnings, occurs(word, in: text, at: place) {
                    return place + word.count
                }
            }
            index = places.first + WordScan.size
        }
        return -1
    }

    private static func occurs(_ word: Span<UInt8>, in text: Span<UInt8>, at start: Int) -> Bool {
        guard start + word.count <= text.count else { return false }
        for index in 0..<word.count where Folding.lowercased(text[start + index]) != word[index] {
            return false
        }
        return true
    }
}

/// What was found for a pattern: elements that match in the same way.
package struct Matches<Element> {
    /// The elements in the order in which they are offered.
    package let elements: [Element]
    /// The number of elements that were found, including those beyond a limit.
    package let total: Int
    /// How they match.
    package let match: TextPattern.Match
    /// Whether the search ended before it had read everything, so that there may be more.
    package let isCut: Bool

    // The functions are inlinable so that the modules that complete lines specialize them; each
    // keystroke calls them.

    /// Creates a list; the total defaults to the number of elements.
    @inlinable
    package init(
        _ elements: [Element], total: Int? = nil, _ match: TextPattern.Match, isCut: Bool = false
    ) {
        self.elements = elements
        self.total = total ?? elements.count
        self.match = match
        self.isCut = isCut
    }

    /// No elements.
    @inlinable
    package static var none: Self { Self([], .beginning) }

    /// Returns the elements of all lists that match in the best way in which any element does.
    @inlinable
    package static func best(of lists: [Self]) -> Self {
        // Usually only one kind, or one slot, has something to offer.
        if lists.count == 1 { return lists[0] }
        let isCut = lists.contains { $0.isCut }
        let lists = lists.filter { !$0.elements.isEmpty }
        guard let match = lists.map({ $0.match }).min() else { return .none }
        let best = lists.filter { $0.match == match }
        return Self(
            best.flatMap { $0.elements }, total: best.reduce(0) { $0 + $1.total }, match,
            isCut: isCut)
    }

    /// Returns the transformed elements.
    @inlinable
    package func map<Other>(_ transform: (Element) -> Other) -> Matches<Other> {
        replaced(by: elements.map(transform), total: total)
    }

    /// Returns other elements that were found in the same way.
    @inlinable
    package func replaced<Other>(by elements: [Other], total: Int) -> Matches<Other> {
        Matches<Other>(elements, total: total, match, isCut: isCut)
    }
}

extension Matches: Sendable where Element: Sendable {}
