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

    /// Adds to the count of a text.
    mutating func add(_ text: String, _ change: Int) {
        let key = ExactText(text)
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
        keys += TextPattern.key(of: text)
        ends.append(keys.count)
    }

    /// Returns how often a text occurs.
    func count(of text: String) -> Int { places[ExactText(text)].map { counts[$0] } ?? 0 }

    /// Returns whether a text occurs, regardless of case and accents.
    func contains(_ text: String) -> Bool {
        if count(of: text) > 0 { return true }
        let key = TextPattern.key(of: text)
        let (keys, ends) = (keys.span, ends.span)
        var start = 0
        for place in 0..<ends.count {
            let end = ends[place]
            defer { start = end }
            guard end - start == key.count, counts[place] > 0 else { continue }
            if key.indices.allSatisfy({ keys[start + $0] == key[$0] }) { return true }
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
        var start = 0
        let (keys, ends) = (keys.span, ends.span)
        // Most texts differ in the first byte, which is cheaper to compare than to match.
        let first = match == .beginning ? pattern.key.first : nil
        for place in 0..<ends.count {
            let range = start..<ends[place]
            start = range.upperBound
            if let first, range.isEmpty || keys[range.lowerBound] != first { continue }
            guard counts[place] > 0, pattern.fits(keys.extracting(range), as: match) else {
                continue
            }
            total += 1
            if best.count == limit, let last = best.last, !precedes(place, last) { continue }
            best.insert(place, at: position(of: place, in: best))
            if best.count > limit { best.removeLast() }
        }
        return Matches(
            best.map { KnownValue(texts[$0], count: counts[$0]) }, total: total, match)
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
        counts[left] == counts[right]
            ? key(left).lexicographicallyPrecedes(key(right)) : counts[left] > counts[right]
    }

    private func key(_ place: Int) -> ArraySlice<UInt8> {
        keys[(place == 0 ? 0 : ends[place - 1])..<ends[place]]
    }
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
