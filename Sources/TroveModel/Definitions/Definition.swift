import TroveCodecs

/// A kind or a field that the user has defined, as an item of the kind `definition` holds it.
package struct Definition: Sendable, Hashable {
    /// What is defined: the stored name of a kind, or the stored names of a kind and a field with a
    /// dot between them.
    package let subject: String
    /// The text of the definition, which `KindReader` reads: the header of a kind and its title, or
    /// one field.
    package let text: String

    /// Creates a definition from its subject and its text.
    package init(subject: String, text: String) {
        self.subject = subject
        self.text = text
    }

    /// Creates the definition of a kind, which includes its title but no other field.
    package init(_ kind: Kind) {
        subject = kind.storedName
        let title = kind.fields.prefix(1).map(\.definition)
        text = ([kind.header] + title).joined(separator: "\n")
    }

    /// Creates the definition of a field of a kind.
    package init(_ field: Field, of kind: Kind) {
        subject = "\(kind.storedName).\(field.storedName)"
        text = field.definition
    }

    /// Creates the definition that the values of an item hold; nil if they hold none.
    package init?(values: [Value?]) {
        guard values.count >= 2, case .text(let subject)? = values[0],
            case .text(let text)? = values[1]
        else { return nil }
        self.init(subject: subject, text: text)
    }

    /// The values of the item that holds the definition.
    package var values: [Value?] { [.text(subject), .text(text)] }

    /// The size of the values as a JSON object, in bytes, which servers limit.
    package var size: Int {
        let names = Kind.definition.fields.map(\.storedName)
        return JSON.object([
            JSON.Member(names[0], .string(subject)), JSON.Member(names[1], .string(text)),
        ]).written.utf8.count
    }

    /// The id of the item, which follows from the subject: two devices that define the same kind or
    /// field create the same item, which the server merges.
    package var id: ItemID {
        ItemID(digestOf: Array("\(Kind.definition.storedName) \(subject)".utf8))
    }

    /// The stored name of the kind.
    package var kind: String { String(subject.prefix { $0 != "." }) }

    /// The stored name of the field; nil for the definition of a kind.
    package var field: String? {
        subject.firstIndex(of: ".").map { String(subject[subject.index(after: $0)...]) }
    }
}

extension Kind {
    /// Kinds and fields that the user defines, one item for each. Users see them as kinds and
    /// fields only, but the log, undo, snapshots and sync treat them like other items.
    package static let definition = Kind(
        name: "definition", plural: "definitions",
        fields: [
            Field("subject", .text, "the kind, or the kind and the field"),
            Field("text", .text, "the definition"),
        ])
}
