/// The fields of a kind that identify duplicates: the ISBN, and the title with the creator.
package struct DuplicateKey: Sendable {
    private let creator: FieldIndex?
    private let isbn: FieldIndex?

    /// Creates the key of a kind; nil for a kind with neither a distinguishing field nor an ISBN.
    package init?(_ kind: Kind) {
        creator = kind.distinguishing.flatMap(kind.index(ofField:))
        isbn = kind.index(ofRole: .isbn)
        if creator == nil, isbn == nil { return nil }
    }

    /// The positions of the key's fields.
    package var fields: [FieldIndex] { [Kind.titleIndex, creator, isbn].compactMap(\.self) }

    /// Returns whether a field is part of the key.
    package func includes(_ field: FieldIndex) -> Bool {
        field == Kind.titleIndex || field == creator || field == isbn
    }

    /// Returns the key fields of an item; `value` returns the value of a field.
    @inline(__always)
    func traits(_ value: (FieldIndex) -> Value?) -> DuplicateTraits {
        DuplicateTraits(
            title: value(Kind.titleIndex), creator: creator.flatMap(value),
            number: isbn.flatMap(value))
    }
}

/// The values of an item that identify duplicates.
struct DuplicateTraits: Sendable, Equatable {
    let title: Value?
    let creator: Value?
    /// The value of the ISBN field as written; it may not be a valid ISBN.
    let number: Value?

    var isbn: ISBN? {
        guard case .text(let text)? = number else { return nil }
        return ISBN(parsing: text)
    }

    /// Appends the folded title and creator. Items without a creator match only each other.
    func write(into name: inout [UInt8]) {
        name.removeAll(keepingCapacity: true)
        Self.append(title, to: &name)
        // No value contains this separator.
        name.append(0)
        Self.append(creator, to: &name)
    }

    /// Appends a text as `Folding.search` folds it, trimmed and with runs of white space collapsed.
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

    /// Returns the text with an ASCII space for every other white space, such as U+3000.
    private static func withPlainBlanks(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            plain.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        return String(plain)
    }
}
