/// The values of an item that identify duplicates.
struct DuplicateTraits: Sendable, Equatable {
    let title: Value?
    /// The distinguishing value, such as the creator.
    let creator: Value?
    /// The value of the ISBN field as written; it may not be a valid ISBN.
    let number: Value?
    /// Whether a title without a creator may name its creator.
    let isNamed: Bool

    var isbn: ISBN? {
        guard case .text(let text)? = number else { return nil }
        return ISBN(parsing: text)
    }

    /// Writes the folded title and creator, regardless of accents and other marks unless
    /// `keepingMarks`.
    func write(into name: inout FoldedName, keepingMarks: Bool = false) {
        name.bytes.removeAll(keepingCapacity: true)
        name.bytes.reserveCapacity(Self.size(of: title) + 1 + Self.size(of: creator))
        Self.append(title, to: &name.bytes, keepingMarks: keepingMarks)
        name.titleCount = name.bytes.count
        // No value contains this separator.
        name.bytes.append(0)
        Self.append(
            creator, to: &name.bytes, separators: true, keepingMarks: keepingMarks)
        name.isNamed = isNamed
    }

    /// The number of bytes that a value usually takes in a folded name.
    private static func size(of value: Value?) -> Int {
        if case .text(let text)? = value { text.utf8.count } else { 0 }
    }

    /// Appends a text as `Folding` folds it, trimmed and with runs of white space collapsed.
    /// With `separators`, the characters between several creators count as white space.
    private static func append(
        _ value: Value?, to name: inout [UInt8], separators: Bool = false, keepingMarks: Bool
    ) {
        let text: String
        switch value {
        case .text(let given)?: text = given
        case .integer(let number)?:
            name.append(number: number)
            return
        default: return
        }
        let start = name.count
        let bytes = text.utf8.span
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                name.removeLast(name.count - start)
                let plain = withPlainBlanks(text)
                for byte in keepingMarks ? Folding.name(plain) : Folding.search(plain) {
                    append(byte, to: &name, from: start, separators)
                }
                break
            }
            append(Folding.lowercased(byte), to: &name, from: start, separators)
        }
        if name.count > start, name.last == 0x20 { name.removeLast() }
    }

    @inline(__always)
    private static func append(
        _ byte: UInt8, to name: inout [UInt8], from start: Int, _ separators: Bool
    ) {
        let isBlank =
            byte == 0x20 || (0x09...0x0D).contains(byte)
            || separators && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: ","))
        guard isBlank else {
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

/// The folded title and creator of an item, in a buffer that is reused.
struct FoldedName: Sendable {
    /// The title, a NUL, and the creator, which may be empty.
    fileprivate(set) var bytes: [UInt8] = []
    /// The length of the title in bytes.
    fileprivate(set) var titleCount = 0
    fileprivate var isNamed = false
    /// Whether the creator, which was part of a title, is a single word, as in `stand by me`.
    private var hasOneWordCreator = false

    /// The title with the NUL.
    var bare: Range<Int> { 0..<titleCount + 1 }

    /// Whether there is no creator.
    var isBare: Bool { bytes.count == bare.count }

    /// The name, and what else it may stand for.
    var forms: [FoldedName] { [self, split].compactMap(\.self) }

    /// The name that a title such as `dune by frank herbert` stands for, if there is no creator.
    var split: FoldedName? {
        guard isNamed, isBare, let place = lastBy else { return nil }
        var name = FoldedName()
        name.bytes.reserveCapacity(bytes.count)
        name.bytes += bytes[..<place]
        name.titleCount = place
        name.bytes.append(0)
        let creator = bytes[(place + 4)..<titleCount]
        name.bytes += creator
        name.hasOneWordCreator = !creator.contains(0x20)
        return name
    }

    /// The position of the last ` by ` in the title.
    private var lastBy: Int? {
        guard titleCount > 5 else { return nil }
        var place = titleCount - 5
        while place > 0 {
            if bytes[place] == 0x20, bytes[place + 3] == 0x20,
                bytes[place + 1] == UInt8(ascii: "b"), bytes[place + 2] == UInt8(ascii: "y")
            {
                return place
            }
            place -= 1
        }
        return nil
    }

    /// Returns whether the titles and creators are equal.
    func isSame(as other: FoldedName) -> Bool { bytes == other.bytes }

    /// Returns whether the titles are equal, and only one of the names has a creator.
    func isSameTitle(as other: FoldedName) -> Bool {
        isBare != other.isBare && !hasOneWordCreator && !other.hasOneWordCreator
            && bytes[bare] == other.bytes[other.bare]
    }
}
