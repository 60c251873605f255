import TroveCodecs

/// How often each text occurs in a field, for completion. It follows the changes of the rows that
/// it has counted.
///
/// The memory is bounded: it keeps at most `capacity` texts, the first ones that it encounters, and
/// no text longer than `longest`.
struct ValueCounts: Sendable {
    /// The maximum number of texts.
    static let capacity = 4096
    /// The length of the longest text, in bytes of UTF-8.
    static let longest = 80

    /// The number of rows that have been counted: those before this one.
    var counted = RowIndex(0)

    /// Whether a text was left out.
    private(set) var isCut = false

    private var texts: [String] = []
    private var counts: [Int] = []
    private var places: [ExactText: Int] = [:]
    /// The search keys of all texts, and where each of them ends.
    private var keys: [UInt8] = []
    private var ends: [Int] = []
    /// The first eight bytes of each key, and its signature: most texts are passed over by these.
    private var heads: [UInt64] = []
    private var signatures: [TextSignature] = []
    /// The texts sorted for searches; nil while the counts change.
    private var ranking: Ranking?

    /// Texts by their places, which are less than `capacity`.
    private struct Ranking {
        /// The texts in the order in which they are offered.
        let offered: [UInt16]
        /// The position of each text in `offered`.
        let ranks: [UInt16]
        /// The texts sorted by their keys.
        let byKey: [UInt16]
    }

    mutating func add(_ text: String, _ change: Int) {
        let key = ExactText(text)
        ranking = nil
        if let place = places[key] {
            counts[place] += change
            return
        }
        guard change > 0 else { return }
        guard texts.count < Self.capacity, text.utf8.count <= Self.longest else {
            isCut = true
            return
        }
        places[key] = texts.count
        texts.append(text)
        counts.append(change)
        let searchKey = TextPattern.key(of: text)
        keys += searchKey
        ends.append(keys.count)
        heads.append(Self.head(of: searchKey))
        signatures.append(TextSignature(of: searchKey.span))
    }

    /// Sorts the texts once for the searches that follow. Returns false if they are sorted.
    mutating func rank() -> Bool {
        guard ranking == nil, !texts.isEmpty else { return false }
        // Most keys differ in their heads, which compare as numbers.
        let keyed = heads.indices.map { (head: heads[$0], place: UInt16($0)) }
        let byKey = keyed.sorted { left, right in
            left.head == right.head
                ? hasLowerKey(Int(left.place), Int(right.place)) : left.head < right.head
        }.map(\.place)
        // The sort is stable: texts with the same count stay sorted by their keys.
        let offered = byKey.sorted { counts[Int($0)] > counts[Int($1)] }
        var ranks = [UInt16](repeating: 0, count: texts.count)
        for (rank, place) in offered.enumerated() { ranks[Int(place)] = UInt16(rank) }
        ranking = Ranking(offered: offered, ranks: ranks, byKey: byKey)
        return true
    }

    func count(of text: String) -> Int { places[ExactText(text)].map { counts[$0] } ?? 0 }

    /// Returns whether a text occurs, regardless of case and accents.
    func contains(_ text: String) -> Bool {
        if count(of: text) > 0 { return true }
        let key = TextPattern.key(of: text)
        guard let byKey = ranking?.byKey else {
            let head = Self.head(of: key)
            return heads.indices.contains { place in
                heads[place] == head && counts[place] > 0 && self.key(place).elementsEqual(key)
            }
        }
        // The texts with this key come before those that only begin with it.
        return byKey[position(of: key, in: byKey)...].lazy
            .prefix { self.key(Int($0)).elementsEqual(key) }
            .contains { counts[Int($0)] > 0 }
    }

    /// Returns the texts that match a pattern, the most frequent first, then sorted.
    func matches(_ pattern: TextPattern, limit: Int) -> Matches<KnownValue> {
        for match in pattern.ways {
            let found = matches(pattern, as: match, limit: limit)
            if found.total > 0 { return found }
        }
        return .none
    }

    private func matches(
        _ pattern: TextPattern, as match: TextPattern.Match, limit: Int
    ) -> Matches<KnownValue> {
        // The best so far, sorted; a longer list than `limit` is cut.
        var best: [Int] = []
        var total = 0
        forEachPlace(for: pattern, as: match) { place in
            guard counts[place] > 0 else { return }
            total += 1
            if best.count == limit, let last = best.last, !isOffered(place, before: last) {
                return
            }
            best.insert(place, at: position(of: place, in: best))
            if best.count > limit { best.removeLast() }
        }
        return Matches(
            best.map { KnownValue(texts[$0], count: counts[$0]) }, total: total, match)
    }

    // MARK: Searching

    /// Calls `body` with the places of all texts that match.
    private func forEachPlace(
        for pattern: TextPattern, as match: TextPattern.Match, _ body: (Int) -> Void
    ) {
        guard match != .beginning else {
            return forEachPlace(beginningWith: pattern.key, body)
        }
        let signature = TextSignature(of: pattern, as: match)
        let keys = keys.span
        for place in signatures.indices
        where signatures[place].mayMatch(signature)
            && pattern.fits(keys.extracting(range(place)), as: match)
        {
            body(place)
        }
    }

    private func forEachPlace(beginningWith key: [UInt8], _ body: (Int) -> Void) {
        guard let byKey = ranking?.byKey else {
            let head = Self.head(of: key)
            // The bytes that the key has.
            let mask: UInt64 = ~(.max >> UInt64(min(key.count, Self.headSize) * 8))
            for place in heads.indices
            where (heads[place] ^ head) & mask == 0 && self.key(place).starts(with: key) {
                body(place)
            }
            return
        }
        let following = byKey[position(of: key, in: byKey)...]
        let end = following.partitioningIndex { !self.key(Int($0)).starts(with: key) }
        for place in following[..<end] { body(Int(place)) }
    }

    /// Returns the position of the first text whose key is not lower than a key.
    private func position(of key: [UInt8], in byKey: [UInt16]) -> Int {
        let head = Self.head(of: key)
        return byKey.partitioningIndex { place in
            heads[Int(place)] == head
                ? !self.key(Int(place)).lexicographicallyPrecedes(key) : heads[Int(place)] > head
        }
    }

    /// The number of bytes in a head.
    private static let headSize = 8

    /// Returns the first eight bytes of a key as a number; those that it lacks are zeros.
    private static func head(of key: [UInt8]) -> UInt64 {
        var head: UInt64 = 0
        for index in 0..<headSize {
            head = head << 8 | (index < key.count ? UInt64(key[index]) : 0)
        }
        return head
    }

    /// Returns where a text belongs in a sorted list.
    private func position(of place: Int, in sorted: [Int]) -> Int {
        sorted.partitioningIndex { isOffered(place, before: $0) }
    }

    private func isOffered(_ left: Int, before right: Int) -> Bool {
        guard let ranks = ranking?.ranks else { return precedes(left, right) }
        return ranks[left] < ranks[right]
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        counts[left] == counts[right] ? hasLowerKey(left, right) : counts[left] > counts[right]
    }

    private func hasLowerKey(_ left: Int, _ right: Int) -> Bool {
        // The heads have the order of the keys that they begin.
        if heads[left] != heads[right] { return heads[left] < heads[right] }
        return key(left).lexicographicallyPrecedes(key(right))
    }

    private func range(_ place: Int) -> Range<Int> {
        (place == 0 ? 0 : ends[place - 1])..<ends[place]
    }

    private func key(_ place: Int) -> ArraySlice<UInt8> { keys[range(place)] }
}

/// A value of a field, and the number of items that have it.
package struct KnownValue: Sendable, Equatable {
    /// The value as it is stored.
    package let text: String
    /// The number of items; 0 for a value that is only possible.
    package let count: Int

    /// Creates a value.
    package init(_ text: String, count: Int) {
        self.text = text
        self.count = count
    }
}
