import TroveCodecs
import TroveHTTP
import TroveModel

extension JSON {
    /// Reads a body that a service calls JSON.
    ///
    /// - Throws: `nonsense`, with what came in its place.
    init(_ reply: HTTPReply, of service: CatalogueService) throws(LookupFailure) {
        let first = reply.body.first { $0 > 0x20 }
        switch first {
        case UInt8(ascii: "{"): break
        case UInt8(ascii: "<"): throw .nonsense(service, "a web page instead of JSON")
        case nil: throw .nonsense(service, "an empty answer")
        default:
            let isScript = reply.body.starts(with: "var ".utf8)
            throw .nonsense(service, isScript ? "JavaScript instead of JSON" : "no JSON")
        }
        do throws(JSON.Failure) {
            try self.init(parsing: reply.body)
        } catch {
            throw .nonsense(service, "broken JSON, from byte \(error.offset) on")
        }
    }

    /// A text that is worth showing: not blank, and no longer than so many bytes.
    func text(atMost limit: Int) -> String? {
        guard let text, !text.isBlank else { return nil }
        return text.cut(to: limit)
    }

    /// Texts that are worth showing, each once, from an array of them; what is none is left out.
    func texts(count: Int, atMost limit: Int) -> [String] {
        (array ?? []).lazy.compactMap { $0.text(atMost: limit) }.distinct(count)
    }

    /// A text with several lines, as it is or in an object with its `value` (Open Library has both).
    var paragraphs: String? {
        (self["value"] ?? self).text(atMost: TextLimits.summary)?
            .replacing("\r\n", with: "\n")
    }

    /// A number of pages or of minutes; zero stands for not known.
    var amount: Int? {
        guard let int, (1..<100_000).contains(int) else { return nil }
        return int
    }

    /// A year as a number.
    var year: Int? {
        guard let int, (-5000..<10_000).contains(int), int != 0 else { return nil }
        return int
    }

    /// The year in a date as it stands in books: `2005-11-03`, `Jun 11, 2002`, `c1988`.
    var yearInText: Int? {
        guard let text = text?.cut(to: 100) else { return nil }
        let numbers = text.split { !($0.isASCII && $0.isNumber) }
        return numbers.first { $0.count == 4 }.flatMap { Int($0) }.flatMap { $0 == 0 ? nil : $0 }
    }
}

/// The most bytes of UTF-8 that are kept of texts: a catalogue that says more of a thing is wrong.
enum TextLimits {
    static let title = 1000
    static let name = 300
    static let summary = 20_000
    /// The most entries that are taken from one answer.
    static let entries = 100
    /// The most creators, subjects and numbers that are taken for one entry.
    static let items = 100
}

extension Sequence where Element: Hashable {
    /// The first elements, each once.
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
