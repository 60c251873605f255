import TroveModel

/// Suggestions for misspelled names.
package enum Nearest {
    /// Returns up to three names that begin with the word, or differ from it in at most a third of
    /// its letters, nearest first. Of equally near names, those with the same first letter come
    /// first.
    package static func names(to typed: String, among names: some Sequence<String>) -> [String] {
        let key = folded(String(typed.prefix(64)))
        guard !key.isEmpty else { return [] }
        let allowed = max(1, (key.count + 1) / 3)
        var seen: Set<String> = []
        let scored = names.enumerated().compactMap { index, name in
            let other = folded(name)
            guard abs(other.count - key.count) <= allowed || other.starts(with: key) else {
                return nil as (distance: Int, differsAtStart: Int, index: Int, name: String)?
            }
            let distance = other.starts(with: key) && key.count > 1 ? 1 : distance(key, other)
            guard distance <= allowed, seen.insert(name).inserted else { return nil }
            return (distance, other.first == key.first ? 0 : 1, index, name)
        }
        let sorted = scored.sorted {
            ($0.distance, $0.differsAtStart, $0.index) < ($1.distance, $1.differsAtStart, $1.index)
        }
        guard let best = sorted.first?.distance else { return [] }
        return sorted.filter { $0.distance <= best + 1 }.prefix(3).map(\.name)
    }

    /// Removes case, accents and hyphens from a name, so that `scifi` is near `sci-fi`.
    private static func folded(_ name: String) -> [UInt8] {
        Folding.search(name).filter { $0 != 0x2D }
    }

    /// Returns the number of insertions, deletions, substitutions and swaps of adjacent letters
    /// (the restricted edit distance, Damerau 1964).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let cost = left[row] == right[column] ? 0 : 1
                var best = min(
                    previous[column] + cost, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}
