/// The fields of a kind by which a thing is the same as another: its ISBN, and its title with who
/// made it.
package struct DuplicateKey: Sendable {
    private let creator: FieldIndex?
    private let isbn: FieldIndex?

    /// Nil for a kind whose things have neither: two films of one name are two films.
    package init?(_ kind: Kind) {
        creator = kind.index(ofRole: .creator)
        isbn = kind.index(ofRole: .isbn)
        if creator == nil, isbn == nil { return nil }
    }

    /// The positions of the fields.
    package var fields: [FieldIndex] { [Kind.titleIndex, creator, isbn].compactMap(\.self) }

    /// Whether a change of the field changes the key.
    package func includes(_ field: FieldIndex) -> Bool {
        field == Kind.titleIndex || field == creator || field == isbn
    }

    /// What a thing has in them; `value` gives the value of a field.
    @inline(__always)
    func traits(_ value: (FieldIndex) -> Value?) -> DuplicateTraits {
        DuplicateTraits(
            title: value(Kind.titleIndex), creator: creator.flatMap(value),
            number: isbn.flatMap(value))
    }
}

/// By what one thing is the same as another.
struct DuplicateTraits: Sendable, Equatable {
    let title: Value?
    let creator: Value?
    /// As it was written, and perhaps no ISBN.
    let number: Value?

    var isbn: ISBN? {
        guard case .text(let text)? = number else { return nil }
        return ISBN(parsing: text)
    }

    /// The title and who made it, folded; nobody is the same as nobody.
    func write(into name: inout [UInt8]) {
        name.removeAll(keepingCapacity: true)
        Self.append(title, to: &name)
        // No value holds it.
        name.append(0)
        Self.append(creator, to: &name)
    }

    /// Appends a text as searching folds it, without the blanks around it and with one for each run.
    private static func append(_ value: Value?, to name: inout [UInt8]) {
        guard case .text(let text)? = value else { return }
        let start = name.count
        for byte in text.utf8 {
            if byte >= 0x80 {
                name.removeLast(name.count - start)
                for byte in Folding.search(withPlainBlanks(text)) {
                    append(byte, to: &name, from: start)
                }
                break
            }
            append(Folding.lowercased(byte), to: &name, from: start)
        }
        if name.count > start, name.last == 0x20 { name.removeLast() }
    }

    @inline(__always)
    private static func append(_ byte: UInt8, to name: inout [UInt8], from start: Int) {
        guard byte == 0x20 || (0x09...0x0D).contains(byte) else {
            name.append(byte)
            return
        }
        if name.count > start, name.last != 0x20 { name.append(0x20) }
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
