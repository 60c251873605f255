/// A strict reader of the HTML that Trove writes: every element is closed, every attribute is
/// quoted, and only the characters that need it are escaped.
struct PageReader {
    /// An element with the text inside it, including that of its children.
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
        var children: [Element] = []

        /// The element and all below it with a name and a class.
        func all(_ name: String, class wanted: String? = nil) -> [Element] {
            let isWanted =
                self.name == name && (wanted == nil || attributes["class"] == wanted)
            return (isWanted ? [self] : []) + children.flatMap { $0.all(name, class: wanted) }
        }
    }

    /// What is wrong with a page, and where.
    struct Fault: Error {
        let reason: String
        let rest: String
    }

    private static let void: Set<String> = ["meta", "img", "br"]

    private var rest: Substring.UnicodeScalarView

    /// Returns the `html` element of a page.
    static func read(_ bytes: [UInt8]) throws -> Element {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(reason: "not UTF-8", rest: "")
        }
        var reader = PageReader(rest: text.unicodeScalars[...])
        try reader.expect("<!DOCTYPE html>\n<")
        let page = try reader.element()
        guard reader.rest.elementsEqual("\n".unicodeScalars) else {
            throw reader.fault("something after the page")
        }
        return page
    }

    private func fault(_ reason: String) -> Fault {
        Fault(reason: reason, rest: String(Substring(rest.prefix(80))))
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest = rest.dropFirst(text.unicodeScalars.count)
        return true
    }

    private mutating func expect(_ text: String) throws {
        guard take(text) else { throw fault("not \(text)") }
    }

    private mutating func word() -> String {
        let word = rest.prefix { "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" }
        rest = rest.dropFirst(word.count)
        return String(Substring(word))
    }

    /// Reads an element behind its first `<`.
    private mutating func element() throws -> Element {
        let name = word()
        var attributes: [String: String] = [:]
        while take(" ") {
            let attribute = word()
            try expect("=\"")
            attributes[attribute] = try text(upTo: "\"")
            try expect("\"")
        }
        try expect(">")
        var element = Element(name: name, attributes: attributes)
        if Self.void.contains(name) {
            if name == "br" { try expect("\n") }
            return element
        }
        while true {
            if name == "style" {
                element.text = String(Substring(rest.prefix { $0 != "<" }))
                rest = rest.drop { $0 != "<" }
            } else {
                element.text += try text(upTo: "<")
            }
            try expect("<")
            if take("/") {
                try expect(name + ">")
                return element
            }
            let child = try self.element()
            element.text += child.name == "br" ? "\n" : child.text
            element.children.append(child)
        }
    }

    /// Reads text, with its characters unescaped.
    private mutating func text(upTo end: Unicode.Scalar) throws -> String {
        var text = ""
        while let scalar = rest.first, scalar != end {
            switch scalar {
            case "&":
                let known = [
                    "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'",
                ]
                guard let found = known.first(where: { rest.starts(with: $0.key.unicodeScalars) })
                else { throw fault("an ampersand") }
                text += found.value
                rest = rest.dropFirst(found.key.unicodeScalars.count)
            case "<", ">", "\"": throw fault("a sign that is not escaped")
            default:
                text.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        return text
    }
}
