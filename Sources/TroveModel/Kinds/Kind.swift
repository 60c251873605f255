import TroveCodecs

/// A kind of item, as data. Everything specific to books is in the value for `book`.
///
/// It is an immutable class, because code that handles many items passes kinds around, and a copy
/// of a structure of this size retains each of its texts and arrays.
package final class Kind: Sendable {
    /// The name that the user types: `book`.
    package let name: String
    /// The name in headings: `books`.
    package let plural: String
    /// The name in files and on the server; nearly always the same as `name`.
    package let storedName: String
    /// Other names that are understood but not shown, singular and plural.
    package let synonyms: [String]
    /// The fields; the first one is the required name or title.
    package let fields: [Field]
    /// The default offline rules, which the user can override.
    package let offline: OfflineRules
    /// The subject that catalogue services are searched for; nil for none.
    package let catalogue: CatalogueSubject?
    /// The kind whose items record that an item of this kind reached its last state; nil for none.
    package let completions: String?
    /// The field that, together with the title, identifies duplicates, as the definition says; nil
    /// if it does not.
    package let definedDistinguishing: String?
    /// What the items of a replaced kind become; nil for the kinds in use.
    package let replacement: Replacement?
    /// Whether a definition in the library adds the kind.
    package let isOwn: Bool
    /// Whether the kind is hidden. Its items are kept.
    package let isRetired: Bool

    /// The name of each field; empty for a hidden one.
    private let typedNames: [String]
    /// The field with the date of the last state; nil if there is none.
    package let completed: FieldIndex?
    /// The field with the states; nil for a kind without a ladder.
    package let ladder: (index: FieldIndex, ladder: Ladder)?
    /// The current page and its total; nil for a kind that is not read by pages.
    package let progress: (current: FieldIndex, total: FieldIndex)?
    /// The fields of a loan: who has the item, since when, and until when, in this order. One of
    /// them means nothing without the others.
    package let loanFields: [FieldIndex]
    /// The fields whose values are unique in the library.
    package let uniqueFields: [FieldIndex]
    /// The fields whose dates must not be in the future.
    package let pastFields: [FieldIndex]

    /// The fields that have an initial value.
    let initialFields: [FieldIndex]
    /// Whether the library defines some of the fields.
    package let hasOwnFields: Bool

    /// Creates a kind; the first field must be the name or title.
    package init(
        name: String, plural: String, storedName: String? = nil, synonyms: [String] = [],
        offline: OfflineRules = OfflineRules(), catalogue: CatalogueSubject? = nil,
        completions: String? = nil, distinguishing: String? = nil,
        replacement: Replacement? = nil, isOwn: Bool = false, isRetired: Bool = false,
        fields: [Field]
    ) {
        self.name = name
        self.plural = plural
        self.storedName = storedName ?? name
        self.completions = completions
        definedDistinguishing = distinguishing
        self.replacement = replacement
        self.synonyms = synonyms
        self.offline = offline
        self.catalogue = catalogue
        self.isOwn = isOwn
        self.isRetired = isRetired
        self.fields = fields
        let indices = fields.positions(of: FieldIndex.self).filter { !fields[$0].isRetired }
        ladder =
            indices.lazy.compactMap { index in
                guard case .ladder(let ladder) = fields[index].content else { return nil }
                return (index, ladder)
            }.first
        progress =
            indices.lazy.compactMap { index in
                guard case .progress(let total) = fields[index].role,
                    let totalIndex: FieldIndex = fields.firstPosition(where: {
                        $0.name == total && !$0.isRetired
                    })
                else { return nil }
                return (index, totalIndex)
            }.first
        typedNames = fields.map { $0.isRetired ? "" : $0.name }
        completed = indices.first { fields[$0].role == .completed }
        loanFields = [.borrower, .lentOn, .due].compactMap { (role: Field.Role) in
            indices.first { fields[$0].role == role }
        }
        uniqueFields = indices.filter { fields[$0].isUnique }
        pastFields = indices.filter { fields[$0].isInPast }
        initialFields = fields.positions(of: FieldIndex.self).filter {
            fields[$0].initial != .none
        }
        hasOwnFields = fields.contains(where: \.isOwn)
    }

    /// The field that, together with the title, identifies duplicates; nil for none. A kind that
    /// the library defines uses its creator, or else its year, unless its definition names a field.
    package var distinguishing: String? {
        if definedDistinguishing != nil || !isOwn { return definedDistinguishing }
        let field = index(ofRole: .creator) ?? index(ofRole: .year)
        return field.map { fields[$0].name }
    }

    /// The fields that the user sees.
    package var shownFields: [Field] { shownIndices.map { fields[$0] } }

    /// The positions of the fields that the user sees, in the order in which they are shown.
    package var shownIndices: [FieldIndex] {
        hasOwnFields
            ? orderedIndices.filter { !fields[$0].isRetired }
            : fieldIndices.filter { !fields[$0].isRetired }
    }

    /// The positions of all fields in the order in which they are shown. Fields that the user has
    /// defined follow by their ranks, on every device: a device learns of them in any order.
    var orderedIndices: [FieldIndex] {
        let own = fieldIndices.filter { $0 != Self.titleIndex && fields[$0].isOwn }
        guard own.count > 1 else { return Array(fieldIndices) }
        func rank(_ index: FieldIndex) -> (Int, String) {
            (fields[index].rank ?? .max, fields[index].storedName)
        }
        return fieldIndices.filter { $0 == Self.titleIndex || !fields[$0].isOwn }
            + own.sorted { rank($0) < rank($1) }
    }

    /// The positions of all fields, hidden ones included.
    package var fieldIndices: Range<FieldIndex> { fields.positions() }

    /// The position of the name or title in `fields`.
    package static let titleIndex = FieldIndex(0)

    /// Returns whether a lower-case text is a name of the kind.
    func isCalled(_ typed: String) -> Bool {
        name == typed || plural == typed || synonyms.contains(typed)
    }

    /// Returns the position of the field with exactly this name; nil for a hidden one.
    package func index(ofField name: String) -> FieldIndex? {
        // Names are ASCII, so comparing bytes compares characters.
        let bytes = name.utf8.span
        guard !bytes.isEmpty else { return nil }
        return typedNames.indices.first { typedNames[$0].utf8.span.isSame(as: bytes) }
            .map { FieldIndex($0) }
    }

    /// Returns the position of the field with exactly this name in files and on the server.
    package func index(ofStored name: String) -> FieldIndex? {
        fields.firstPosition { $0.storedName == name }
    }

    /// Returns the position of the field with a role.
    package func index(ofRole role: Field.Role) -> FieldIndex? {
        fields.firstPosition { $0.role == role && !$0.isRetired }
    }

    /// Returns the position of the first field whose role satisfies the condition.
    package func index(ofRole isRole: (Field.Role) -> Bool) -> FieldIndex? {
        fields.firstPosition { !$0.isRetired && $0.role.map(isRole) ?? false }
    }
}

extension Kind: Hashable {
    package static func == (left: Kind, right: Kind) -> Bool {
        left === right
            || left.name == right.name && left.plural == right.plural
                && left.storedName == right.storedName && left.synonyms == right.synonyms
                && left.fields == right.fields && left.offline == right.offline
                && left.catalogue == right.catalogue && left.completions == right.completions
                && left.distinguishing == right.distinguishing
                && left.replacement == right.replacement
                && left.isOwn == right.isOwn && left.isRetired == right.isRetired
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(storedName) }
}

/// The result of matching a typed name.
package enum NameMatch: Sendable, Equatable {
    /// The position of the field.
    case found(FieldIndex)
    /// The text is a prefix of several names, which are these.
    case ambiguous([String])
    case unknown
}

extension Kinds {
    /// Returns the kinds that have the field that a name means. A name that one of them has is
    /// short for a field of another one only if both fields have the same role, as `note` of books
    /// and `notes` of movies.
    package func kinds(withField name: String, among candidates: [KindIndex]) -> [KindIndex] {
        let lowered = name.lowercased()
        func wholeRole(_ kind: KindIndex) -> Field.Role? {
            self[kind].index(ofField: lowered).flatMap { self[kind].fields[$0].role }
        }
        let whole = candidates.filter { self[$0].index(ofField: lowered) != nil }
        return candidates.filter { kind in
            let match = self[kind].match(field: name)
            guard !whole.isEmpty, !whole.contains(kind) else { return match != .unknown }
            guard case .found(let index) = match, let role = self[kind].fields[index].role else {
                return false
            }
            return whole.contains { wholeRole($0) == role }
        }
    }
}

extension Kind {
    /// Returns the field with this name, or the only one that it is a prefix of.
    package func match(field typed: String) -> NameMatch {
        if let exact = index(ofField: typed) { return .found(exact) }
        let lowercase = typed.lowercased()
        if lowercase != typed, let exact = index(ofField: lowercase) { return .found(exact) }
        let beginning = lowercase.utf8.span
        guard !beginning.isEmpty else { return .unknown }
        var beginnings: [FieldIndex] = []
        for index in fieldIndices where !fields[index].isRetired {
            // Names are ASCII, so comparing bytes compares characters.
            let name = fields[index].name.utf8.span
            guard name.count > beginning.count else { continue }
            var place = 0
            while place < beginning.count, name[place] == beginning[place] { place += 1 }
            if place == beginning.count { beginnings.append(index) }
        }
        switch beginnings.count {
        case 0: return .unknown
        case 1: return .found(beginnings[0])
        default: return .ambiguous(beginnings.map { fields[$0].name })
        }
    }
}
