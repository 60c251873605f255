import TroveCodecs
package import TroveModel

/// Reads items from Trove's JSON: an array of objects, or one object after another.
///
/// It parses the objects one by one, so that only one of them is in memory.
package final class TroveJSONReader: RowSource {
    private let objects: JSONObjectReader
    private let kinds: Kinds
    private let kind: KindIndex?
    private let keepsUnknown: Bool

    /// The names of members that no kind has, each once, found so far.
    package private(set) var notUnderstood: [String] = []
    private var unknownNames: Set<String> = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: the bytes of the file.
    ///   - kinds: the kinds of the library.
    ///   - kind: the kind of the objects that do not name one; nil to reject them.
    ///   - keepsUnknown: whether the values of unknown members become lines of the note.
    ///   - blockSize: how many bytes to read at once.
    ///   - longestObject: the maximum length of an object in the file, in bytes.
    package init(
        _ source: any ByteSource, kinds: Kinds, kind: KindIndex? = nil, keepsUnknown: Bool = false,
        blockSize: Int = 1 << 18, longestObject: Int = 1 << 20
    ) {
        objects = JSONObjectReader(
            source, .list, blockSize: blockSize, longestObject: longestObject)
        self.kinds = kinds
        self.kind = kind
        self.keepsUnknown = keepsUnknown
    }

    /// The share of the file that has been read, 0 to 1.
    package var fraction: Double { objects.fraction }

    package var cells: [String] { [objects.text] }

    /// Returns the next item, or why it is rejected; nil at the end.
    package func next() throws(ReadFailure) -> ImportedRow? {
        while let row = try objects.next(item) {
            // Definitions were read before the items.
            if case .rejected(_, .noKind(Kind.definition.name), _) = row { continue }
            return row
        }
        return nil
    }

    private func item(
        from bytes: ArraySlice<UInt8>, line: Int
    ) throws(ImportRejection) -> ImportedItemRow {
        let json = try JSON(importing: bytes)
        let name = json[TroveTable.kindColumn]
        let named = name?.text.flatMap { kinds.index(of: $0) }
        guard let kind = name == nil ? kind : named else {
            throw .noKind(name.map { $0.text ?? $0.written } ?? "")
        }
        let identity = json[TroveTable.idColumn].flatMap { id in
            id.isNull ? nil : id.text ?? id.written
        }
        var values: [Value?] = Array(repeating: nil, count: kinds[kind].fields.count)
        var others = UnknownValues()
        for member in json.members ?? [] where !Self.known.contains(member.name) {
            guard let field = kinds[kind].index(ofField: member.name) else {
                guard !member.value.isNull else { continue }
                if kinds.all.contains(where: { $0.index(ofField: member.name) != nil }) {
                    throw .hasNoField(member.name, kind: kinds[kind].name)
                }
                if unknownNames.insert(member.name).inserted { notUnderstood.append(member.name) }
                if keepsUnknown {
                    others.add(member.name, member.value.text ?? member.value.written)
                }
                continue
            }
            do throws(RuleViolation) {
                values[field] = try kinds[kind].fields[field]
                    .value(fromFile: member.value, isExported: identity != nil)
            } catch {
                throw .violation(error, kind: kinds[kind].name)
            }
        }
        try others.append(to: &values, of: kinds[kind])
        return ImportedItemRow(kind: kind, values: values, identity: identity, line: line)
    }

    /// The members of an object besides its fields. Only the kind and the id are read.
    private static let known: Set<String> = [
        "number", TroveTable.idColumn, TroveTable.kindColumn, "sync",
    ]
}

extension Field {
    /// Reads a value from a file, where a string may hold a value of any type. In a record that
    /// Trove wrote, `isExported`, a number that is not a valid ISBN is kept as it is, because an
    /// earlier version accepted it, but not what a spreadsheet makes of one: `9.78044E+12`.
    func value(fromFile json: JSON, isExported: Bool) throws(RuleViolation) -> Value? {
        let value =
            switch (json, content) {
            case (.string(let text), .isbn) where isExported && !text.lowercased().contains("e+"):
                try value(from: json)
            case (.string(let text), _): try parse(text, namedDay: { _ in nil })
            default: try value(from: json)
            }
        return value == .text("") || value == .set([]) ? nil : value
    }
}

extension JSON {
    /// Parses an object of a file.
    init(importing bytes: ArraySlice<UInt8>) throws(ImportRejection) {
        do throws(JSON.Failure) {
            self = try JSON(parsing: bytes)
        } catch {
            throw error.reason == .isNotUTF8 ? .notText : .notJSON(error.reason)
        }
    }
}
