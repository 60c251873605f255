/// Reads kinds from their text format, which `Kind.definition` writes.
///
/// A line `kind NAME option:value…` begins a kind. A line `field NAME TYPE option:value…` adds a
/// field to it, the first of which is the title. Lines `state NAME option:value…` after a field of
/// type `ladder` are its states, the lowest first.
package struct KindReader {
    /// The maximum number of fields of a kind.
    package static let maximumFields = 200

    private var kinds: [Kind] = []
    private var header: (line: KindLine, kind: Kind)?
    private var fields: [Field] = []
    private var field: FieldReader?
    private let isPart: Bool

    private init(isPart: Bool) {
        self.isPart = isPart
    }

    /// Reads a text with any number of kinds.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - isPart: whether fields that the text refers to may be missing, because they are defined
    ///     elsewhere.
    /// - Returns: the kinds, in their order.
    /// - Throws: `KindTextError` for the first mistake.
    package static func kinds(
        in text: String, isPart: Bool = false
    ) throws(KindTextError) -> [Kind] {
        var reader = KindReader(isPart: isPart)
        try reader.read(text)
        try reader.finishKind()
        return reader.kinds
    }

    /// Reads the text of one field: `field …` and its states.
    ///
    /// - Throws: `KindTextError` for the first mistake.
    package static func field(in text: String) throws(KindTextError) -> Field {
        var field: FieldReader?
        for line in try lines(of: text) {
            if line.words[0].text == "state", field != nil {
                try field?.addState(line)
            } else if line.words[0].text == "field", field == nil {
                field = try FieldReader(line)
            } else {
                throw KindTextError(
                    .unknownLine(line.words[0].text, known: ["field", "state"]), line: line.number,
                    span: line.words[0].span)
            }
        }
        guard let field else { throw KindTextError(.missing("field"), line: 1, span: 0..<0) }
        return try field.finished()
    }

    /// Returns the lines that contain words.
    static func lines(of text: String) throws(KindTextError) -> [KindLine] {
        var lines: [KindLine] = []
        let bytes = text.utf8
        for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = try KindLine(String(Substring(part)), number: index + 1)
            if !line.words.isEmpty { lines.append(line) }
        }
        return lines
    }

    private mutating func read(_ text: String) throws(KindTextError) {
        for line in try Self.lines(of: text) {
            let word = line.words[0]
            switch word.text {
            case "kind":
                try finishKind()
                header = (line, try KindHeader.read(line))
                guard !kinds.contains(where: { $0.name == header?.kind.name }) else {
                    throw KindTextError(
                        .isTaken(line.words[1].text), line: line.number, span: line.words[1].span)
                }
            case "field":
                guard header != nil else {
                    throw KindTextError(.fieldWithoutKind, line: line.number, span: word.span)
                }
                try finishField()
                field = try FieldReader(line)
            case "state":
                guard field?.hasLadder == true else {
                    throw KindTextError(.stateWithoutLadder, line: line.number, span: word.span)
                }
                try field?.addState(line)
            default:
                throw KindTextError(
                    .unknownLine(word.text, known: ["kind", "field", "state"]), line: line.number,
                    span: word.span)
            }
        }
    }

    private mutating func finishField() throws(KindTextError) {
        guard let reader = field else { return }
        let finished = try reader.finished()
        if let problem = Self.problem(adding: finished, to: fields) {
            throw reader.error(problem)
        }
        fields.append(finished)
        field = nil
    }

    private mutating func finishKind() throws(KindTextError) {
        try finishField()
        guard let (line, kind) = header else { return }
        guard !fields.isEmpty else {
            throw KindTextError(
                .noFields(kind: kind.name), line: line.number, span: line.words[0].span)
        }
        rankFields()
        let finished = kind.having(fields)
        if !isPart, let name = finished.missingField {
            throw KindTextError(
                .noSuchField(name), line: line.number, span: line.words[0].span)
        }
        kinds.append(finished)
        fields = []
        header = nil
    }

    /// Ranks the title for lists, and also the other fields if the text ranks none.
    private mutating func rankFields() {
        guard fields[0].rank == nil else { return }
        let isUnranked = !isPart && fields.allSatisfy { $0.rank == nil }
        fields[0] = fields[0].changed(rank: 1)
        guard isUnranked else { return }
        var rank = 1
        for index in fields.indices.dropFirst()
        where !fields[index].isRetired && fields[index].role?.isOmittedFromLists != true {
            rank += 1
            if rank <= FieldReader.lastRank { fields[index] = fields[index].changed(rank: rank) }
        }
    }

    /// Returns why a field cannot follow the others of its kind; nil if it can.
    package static func problem(
        adding field: Field, to fields: [Field]
    ) -> KindTextError.Problem? {
        let shown = fields.filter { !$0.isRetired }
        if fields.count >= maximumFields { return .tooManyFields(limit: maximumFields) }
        if fields.contains(where: { $0.storedName == field.storedName }) {
            return .isTaken(field.storedName)
        }
        if fields.isEmpty {
            return field.content == .text && !field.isRetired ? nil : .notATitle(field.name)
        }
        guard !field.isRetired else { return nil }
        if shown.contains(where: { $0.name == field.name }) { return .isTaken(field.name) }
        if let role = field.role, shown.contains(where: { $0.role?.name == role.name }) {
            return .roleTaken(role.name)
        }
        if case .ladder = field.content,
            shown.contains(where: { if case .ladder = $0.content { true } else { false } })
        {
            return .secondLadder
        }
        return nil
    }
}

extension Kind {
    /// Returns the kind with other fields.
    package func having(_ fields: [Field], isRetired: Bool? = nil) -> Kind {
        Kind(
            name: name, plural: plural, storedName: storedName, synonyms: synonyms,
            offline: offline, catalogue: catalogue, completions: completions,
            distinguishing: definedDistinguishing, replacement: replacement, isOwn: isOwn,
            isRetired: isRetired ?? self.isRetired, fields: fields)
    }

    /// The name of a field that the definition refers to and that the kind lacks; nil if it has all
    /// of them.
    package var missingField: String? {
        if let name = definedDistinguishing, index(ofField: name) == nil { return name }
        for field in shownFields {
            guard case .progress(let total)? = field.role else { continue }
            guard let index = index(ofField: total), case .integer = fields[index].content else {
                return total
            }
        }
        return nil
    }
}
