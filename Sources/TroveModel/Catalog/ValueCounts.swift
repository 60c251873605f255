import TroveCodecs

/// How often each text occurs in a field, for completion. It follows the changes of the rows that
/// it has counted.
///
/// The memory is bounded: it keeps at most `capacity` texts, the first ones that it meets, and no
/// text longer than `longest`.
struct ValueCounts: Sendable {
    /// The maximum number of texts.
    static let capacity = 4096
    /// The length of the longest text, in bytes of UTF-8.
    static let longest = 80

    /// The number of rows that have been counted: those before this one.
    var counted = RowIndex(0)

    private var texts: [String] = []
    private var counts: [Int] = []
    private var places: [ExactText: Int] = [:]
    /// The search keys of all texts, and where each of them ends.
    private var keys: [UInt8] = []
    private var ends: [Int] = []
    /// The first eight bytes of each key, and its signature: most texts are passed over by these.
    private var heads: [UInt64] = []
    private var signatures: [TextSignature] = []
    /// The places of all texts in the order in which they are offered; nil while the counts change.
    private var order: [Int]?

    /// Adds to the count of a text.
    mutating func add(_ text: String, _ change: Int) {
        let key = ExactText(text)
        order = nil
        if let place = places[key] {
            counts[place] += change
            return
        }
        guard change > 0, texts.count < Self.capacity, text.utf8.count <= Self.longest else {
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
        guard order == nil, !texts.isEmpty else { return false }
        order = texts.indices.sorted(by: precedes)
        return true
    }

    /// Returns how often a text occurs.
    func count(of text: String) -> Int { places[ExactText(text)].map { counts[$0] } ?? 0 }

    /// Returns whether a text occurs, regardless of case and accents.
    func contains(_ text: String) -> Bool {
        if count(of: text) > 0 { return true }
        let key = TextPattern.key(of: text)
        let head = Self.head(of: key)
        for place in heads.indices where heads[place] == head && counts[place] > 0 {
            if self.key(place).elementsEqual(key) { return true }
        }
        return false
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
        let keys = keys.span
        // The first bytes tell all about a short beginning.
        let isCertain = match == .beginning && pattern.key.count <= Self.headSize
        forEachCandidate(for: pattern, as: match) { place in
            guard counts[place] > 0,
                isCertain || pattern.fits(keys.extracting(range(place)), as: match)
            else { return }
            total += 1
            if best.count == limit, let last = best.last {
                if order != nil || !precedes(place, last) { return }
            } else if order != nil {
                best.append(place)
                return
            }
            best.insert(place, at: position(of: place, in: best))
            if best.count > limit { best.removeLast() }
        }
        return Matches(
            best.map { KnownValue(texts[$0], count: counts[$0]) }, total: total, match)
    }

    /// Calls `body` with the places of all texts that may match, in their order if they are sorted.
    private func forEachCandidate(
        for pattern: TextPattern, as match: TextPattern.Match, _ body: (Int) -> Void
    ) {
        if match == .beginning {
            let head = Self.head(of: pattern.key)
            // The bytes that the pattern has.
            let mask: UInt64 = ~(.max >> UInt64(min(pattern.key.count, Self.headSize) * 8))
            forEachPlace { if (heads[$0] ^ head) & mask == 0 { body($0) } }
        } else {
            let signature = TextSignature(of: pattern, as: match)
            forEachPlace { if signatures[$0].mayMatch(signature) { body($0) } }
        }
    }

    @inline(__always)
    private func forEachPlace(_ body: (Int) -> Void) {
        if let order {
            for place in order { body(place) }
        } else {
            for place in texts.indices { body(place) }
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
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(place, sorted[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        if counts[left] != counts[right] { return counts[left] > counts[right] }
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
