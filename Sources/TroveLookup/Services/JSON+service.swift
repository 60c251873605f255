import TroveCodecs
import TroveHTTP
import TroveModel

extension JSON {
    /// Parses the body of a reply.
    ///
    /// - Throws: `invalidResponse`, with the kind of defect.
    init(_ reply: HTTPReply, of source: LookupSource) throws(LookupFailure) {
        let first = reply.body.first { $0 > 0x20 }
        switch first {
        case UInt8(ascii: "{"): break
        case UInt8(ascii: "<"): throw .invalidResponse(source, .webPage)
        case nil: throw .invalidResponse(source, .empty)
        default:
            let isScript = reply.body.starts(with: "var ".utf8)
            throw .invalidResponse(source, isScript ? .script : .notJSON)
        }
        do throws(JSON.Failure) {
            try self.init(parsing: reply.body)
        } catch {
            throw .invalidResponse(source, .brokenJSON(offset: error.offset))
        }
    }

    /// Returns the text on one line, truncated to this many bytes, if it is not blank.
    func text(atMost limit: Int) -> String? {
        guard let line = text?.cut(to: limit).tidied, !line.isEmpty else { return nil }
        return line
    }

    /// Returns the distinct texts in an array that are not blank.
    func texts(count: Int, atMost limit: Int) -> [String] {
        (array ?? []).lazy.compactMap { $0.text(atMost: limit) }.distinct(count)
    }

    /// The text with several lines, either bare or as the `value` of an object (Open Library has
    /// both).
    var paragraphs: String? {
        guard let text = (self["value"] ?? self).text?.cut(to: TextLimits.summary) else {
            return nil
        }
        let lines = text.replacing("\r\n", with: "\n").unicodeScalars.filter { scalar in
            ["\n", "\t"].contains(scalar) || scalar.properties.generalCategory != .control
        }
        return String(lines).isBlank ? nil : String(lines)
    }

    /// The number of pages or minutes; nil for zero, which stands for unknown.
    var amount: Int? {
        guard let int, (1..<100_000).contains(int) else { return nil }
        return int
    }

    var year: Int? {
        guard let int, (-5000..<10_000).contains(int), int != 0 else { return nil }
        return int
    }

    /// The year in a date as books print it: `2005-11-03`, `Jun 11, 2002`, `c1988`.
    var yearInText: Int? {
        guard let text = text?.cut(to: 100) else { return nil }
        let numbers = text.split { !($0.isASCII && $0.isNumber) }
        return numbers.first { $0.count == 4 }.flatMap { Int($0) }.flatMap { $0 == 0 ? nil : $0 }
    }
}

/// The limits on the data of a reply, in bytes of UTF-8 or in elements.
enum TextLimits {
    static let title = 1000
    static let name = 300
    static let summary = 20_000
    /// The maximum number of entries in a reply.
    static let entries = 100
    /// The maximum number of creators, subjects or ISBNs of an entry.
    static let items = 100
}

extension String {
    /// The text with one space for each run of white space and control characters, and none at its
    /// ends.
    fileprivate var tidied: String {
        let words = unicodeScalars.split { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }
        return words.map { String($0) }.joined(separator: " ")
    }
}

extension Sequence where Element: Hashable {
    /// Returns the first distinct elements.
    func distinct(_ limit: Int) -> [Element] {
        var seen: Set<Element> = []
        var distinct: [Element] = []
        for element in self where seen.insert(element).inserted {
            distinct.append(element)
            if distinct.count == limit { break }
        }
        return distinct
    }
}
