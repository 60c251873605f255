/// Under what a thing is the same as another: its ISBN, and its title with who made it.
package struct DuplicateKey: Sendable {
    private let creator: Int?
    private let isbn: Int?

    /// Nil for a kind whose things have neither: two films of one name are two films.
    package init?(_ kind: Kind) {
        creator = kind.index(ofRole: .creator)
        isbn = kind.index(ofRole: .isbn)
        if creator == nil, isbn == nil { return nil }
    }

    /// Whether a change of the field changes the key.
    package func includes(_ field: Int) -> Bool {
        field == Kind.titleIndex || field == creator || field == isbn
    }

    /// The thirteen digits; nil where there is no number, or none that is one. The thing is what gives
    /// the values of its fields.
    @inline(__always)
    func isbn(of thing: (Int) -> Value?) -> ISBN? {
        guard let isbn, case .text(let text)? = thing(isbn) else { return nil }
        return ISBN(parsing: text)
    }

    /// Writes down the title and who made it, folded; nobody is the same as nobody.
    @inline(__always)
    func write(_ thing: (Int) -> Value?, into key: inout [UInt8]) {
        key.removeAll(keepingCapacity: true)
        Self.append(thing(Kind.titleIndex), to: &key)
        // No value holds it.
        key.append(0)
        if let creator { Self.append(thing(creator), to: &key) }
    }

    /// Appends a text as searching folds it, without the blanks around it and with one for each run.
    private static func append(_ value: Value?, to key: inout [UInt8]) {
        guard case .text(let text)? = value else { return }
        let start = key.count
        for byte in text.utf8 {
            if byte >= 0x80 {
                key.removeLast(key.count - start)
                for byte in Folding.search(withPlainBlanks(text)) {
                    append(byte, to: &key, from: start)
                }
                break
            }
            append(Folding.lowercased(byte), to: &key, from: start)
        }
        if key.count > start, key.last == 0x20 { key.removeLast() }
    }

    @inline(__always)
    private static func append(_ byte: UInt8, to key: inout [UInt8], from start: Int) {
        guard byte == 0x20 || (0x09...0x0D).contains(byte) else {
            key.append(byte)
            return
        }
        if key.count > start, key.last != 0x20 { key.append(0x20) }
    }

    /// The text with the blank of ASCII for every other one, such as the wide one of Japanese.
    private static func withPlainBlanks(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            plain.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        return String(plain)
    }
}
