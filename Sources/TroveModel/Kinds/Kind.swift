/// A kind of thing that is collected, as data: all that the program knows of books stands in the
/// value that describes the kind `book`.
package struct Kind: Sendable, Hashable {
    /// What is typed: `book`.
    package let name: String
    /// What headings say: `books`.
    package let plural: String
    /// What people also call it, in the singular and the plural: understood, not shown.
    package let synonyms: [String]
    /// The first field is the required name or title of a thing.
    package let fields: [Field]
    /// What can be done to its things while the server cannot be reached, unless the user chose
    /// other rules.
    package let offline: OfflineRules
    /// The online catalogue that knows such things, if there is one.
    package let catalogue: CatalogueSubject?

    package init(
        name: String, plural: String, synonyms: [String] = [],
        offline: OfflineRules = OfflineRules(), catalogue: CatalogueSubject? = nil, fields: [Field]
    ) {
        self.name = name
        self.plural = plural
        self.synonyms = synonyms
        self.offline = offline
        self.catalogue = catalogue
        self.fields = fields
    }

    /// The positions of all fields.
    package var fieldIndices: Range<FieldIndex> { fields.positions() }

    /// Where the name or title of a thing stands in `fields`.
    package static let titleIndex = FieldIndex(0)

    /// Whether this is what the kind is called, in lower case.
    func isCalled(_ typed: String) -> Bool {
        name == typed || plural == typed || synonyms.contains(typed)
    }

    /// The position of the field called exactly so.
    package func index(ofField name: String) -> FieldIndex? {
        fields.firstPosition { $0.name == name }
    }

    /// The position of the field that plays a role.
    package func index(ofRole role: Field.Role) -> FieldIndex? {
        fields.firstPosition { $0.role == role }
    }

    /// The position of the field whose role this is.
    package func index(ofRole isRole: (Field.Role) -> Bool) -> FieldIndex? {
        fields.firstPosition { $0.role.map(isRole) ?? false }
    }

    /// The field with the states, if things of this kind climb a ladder.
    package var ladder: (index: FieldIndex, ladder: Ladder)? {
        for index in fieldIndices {
            if case .ladder(let ladder) = fields[index].content { return (index, ladder) }
        }
        return nil
    }

    /// The current page and its total, if things of this kind are read page by page.
    package var progress: (current: FieldIndex, total: FieldIndex)? {
        for index in fieldIndices {
            if case .progress(let total) = fields[index].role, let totalIndex = self.index(ofField: total) {
                return (index, totalIndex)
            }
        }
        return nil
    }

    /// The fields whose values no two things may share.
    package var uniqueFields: [FieldIndex] {
        fieldIndices.filter { fields[$0].isUnique }
    }
}

/// How a typed name meets the names there are.
package enum NameMatch: Sendable, Equatable {
    /// The position of what was found.
    case found(FieldIndex)
    /// A beginning of several: their names.
    case ambiguous([String])
    case unknown
}

extension Kind {
    /// The field with this name, or the only one that begins so.
    package func match(field typed: String) -> NameMatch {
        if let exact = index(ofField: typed) { return .found(exact) }
        let typed = typed.lowercased()
        if let exact = index(ofField: typed) { return .found(exact) }
        let beginnings = fieldIndices.filter {
            !typed.isEmpty && fields[$0].name.hasPrefix(typed)
        }
        switch beginnings.count {
        case 0: return .unknown
        case 1: return .found(beginnings[0])
        default: return .ambiguous(beginnings.map { fields[$0].name })
        }
    }
}
