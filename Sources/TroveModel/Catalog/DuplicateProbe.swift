/// Recognizes the items that may be duplicates of an item by the beginning of their titles and by
/// their ISBNs, without decoding them. `DuplicateKey.duplicate` decides.
package struct DuplicateProbe: Sendable {
    /// The folded title of a duplicate, or its beginning before ` by ` and a creator; not empty.
    package let title: [UInt8]
    /// The thirteen digits of the item's ISBN; nil if it has none.
    package let isbn: String?

    /// Returns whether an item with a title may be a duplicate by its title.
    ///
    /// - Parameter text: the title in UTF-8.
    /// - Returns: true for each duplicate, and for some other titles that are not ASCII.
    package func matches(title text: Span<UInt8>) -> Bool {
        var place = 0
        var isAfterBlank = true
        for index in text.indices {
            if place == title.count { return Self.isEnd(text.extracting(index...)) }
            let byte = text[index]
            if byte >= 0x80 { return true }
            let isBlank = Self.isBlank(byte)
            if isBlank, isAfterBlank { continue }
            guard (isBlank ? 0x20 : Folding.lowercased(byte)) == title[place] else { return false }
            isAfterBlank = isBlank
            place += 1
        }
        return place == title.count
    }

    /// Returns whether a title may end before these bytes: only blanks follow, or ` by ` and a
    /// creator.
    private static func isEnd(_ rest: Span<UInt8>) -> Bool {
        var index = 0
        while index < rest.count, isBlank(rest[index]) { index += 1 }
        if index == rest.count || rest[index] >= 0x80 { return true }
        guard index > 0, index + 2 < rest.count else { return false }
        return Folding.lowercased(rest[index]) == UInt8(ascii: "b")
            && Folding.lowercased(rest[index + 1]) == UInt8(ascii: "y")
            && (isBlank(rest[index + 2]) || rest[index + 2] >= 0x80)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Returns whether an item with a value in its ISBN field may be a duplicate by it.
    package func matches(isbn text: Span<UInt8>) -> Bool {
        guard let isbn, text.count == 13 else { return self.isbn != nil && !text.isEmpty }
        var index = 0
        for byte in isbn.utf8 {
            if text[index] != byte { return false }
            index += 1
        }
        return true
    }
}

extension DuplicateKey {
    /// Returns the probe for the duplicates of an item; nil if any item may be one.
    package func probe(for values: [Value?]) -> DuplicateProbe? {
        let traits = traits { values[$0] }
        var name = FoldedName()
        traits.write(into: &name)
        let whole = name.split ?? name
        let title = Array(whole.bytes[..<whole.titleCount])
        return title.isEmpty ? nil : DuplicateProbe(title: title, isbn: traits.isbn?.thirteen)
    }

    /// Returns whether two items have the same ISBN, or the same title and creator, as
    /// `Catalog.duplicate` compares them.
    package func areDuplicates(_ one: [Value?], _ other: [Value?]) -> Bool {
        let (first, second) = (traits { one[$0] }, traits { other[$0] })
        if let isbn = first.isbn, isbn == second.isbn { return true }
        var (name, otherName) = (FoldedName(), FoldedName())
        first.write(into: &name, keepingMarks: true)
        second.write(into: &otherName, keepingMarks: true)
        return name.forms.contains { form in otherName.forms.contains { form.isSame(as: $0) } }
    }

    /// Returns the duplicate of an item among the items of a table, which has the fields of the
    /// key; otherwise like `Catalog.duplicate`.
    package func duplicate(
        of values: [Value?], in table: Table, isTitleEnough: Bool, keepingMarks: Bool,
        where isCandidate: (ItemNumber) -> Bool
    ) -> Duplicate? {
        var index = DuplicateIndex(self)
        index.add(table)
        return index.duplicate(
            of: values, fingerprint(of: values), isTitleEnough: isTitleEnough,
            keepingMarks: keepingMarks, where: isCandidate
        ) { (key, number) in
            table.row(ofNumber: number).map { row in key.traits { table.value($0, at: row) } }
        }
    }
}
