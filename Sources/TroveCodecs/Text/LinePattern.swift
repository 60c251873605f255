/// A line of an expected text. In it `…` stands for any characters, and a line `…` alone for any
/// number of lines.
package struct LinePattern: Sendable, Hashable {
    /// The mark that stands for anything.
    package static let ellipsis = "…"

    /// The line as written.
    package let text: String
    /// Whether the line stands for any number of lines.
    package let isAnyLines: Bool
    /// The parts between the ellipses, in UTF-8; one part for a line without an ellipsis.
    private let parts: [[UInt8]]

    /// Creates a pattern from a line, without its line end.
    package init(_ line: String) {
        text = line
        isAnyLines = line.trimmingBlanks == Self.ellipsis
        parts = line.split(separator: Self.ellipsis, omittingEmptySubsequences: false)
            .map { Array($0.utf8) }
    }

    /// Creates a pattern that matches a line only, whether or not it has an ellipsis.
    package init(literal line: String) {
        text = line
        isAnyLines = false
        parts = [Array(line.utf8)]
    }

    /// Returns whether a line matches. Compares bytes: canonically equivalent texts differ.
    package func matches(_ line: String) -> Bool {
        guard !isAnyLines, let first = parts.first, let last = parts.last else { return true }
        var rest = Array(line.utf8)[...]
        guard parts.count > 1 else { return rest.elementsEqual(first) }
        guard rest.count >= first.count + last.count, rest.starts(with: first),
            rest.suffix(last.count).elementsEqual(last)
        else { return false }
        rest = rest.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() {
            guard let end = Self.end(of: part, in: rest) else { return false }
            rest = rest[end...]
        }
        return true
    }

    /// Returns the end of the first occurrence of a part.
    private static func end(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= part.count else { return nil }
        for start in bytes.startIndex...(bytes.endIndex - part.count)
        where bytes[start..<start + part.count].elementsEqual(part) {
            return start + part.count
        }
        return nil
    }
}

extension LinePattern {
    /// Returns the length of the longest beginning of the patterns that matches all of the lines;
    /// nil if none does.
    package static func beginning(
        of patterns: ArraySlice<LinePattern>, matching lines: [String]
    ) -> Int? {
        // The numbers of patterns that may have been used for the lines so far.
        var used = closed([0], patterns)
        for line in lines {
            var next: Set<Int> = []
            for count in used where count < patterns.count {
                let pattern = patterns[patterns.startIndex + count]
                if pattern.isAnyLines {
                    next.insert(count)
                } else if pattern.matches(line) {
                    next.insert(count + 1)
                }
            }
            guard !next.isEmpty else { return nil }
            used = closed(next, patterns)
        }
        return used.max()
    }

    /// Adds the counts that follow when an ellipsis alone stands for no line.
    private static func closed(
        _ counts: Set<Int>, _ patterns: ArraySlice<LinePattern>
    ) -> Set<Int> {
        var all = counts
        for var count in counts {
            while count < patterns.count, patterns[patterns.startIndex + count].isAnyLines {
                count += 1
                all.insert(count)
            }
        }
        return all
    }
}

extension String {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmingBlanks: Substring {
        var text = self[...]
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
