/// Reads a field and the states of its ladder.
struct FieldReader {
    /// All options, in the order in which they are offered.
    static let options = [
        "stored", "range", "step", "choices", "states", "rank", "role", "of", "initial", "unique",
        "past", "people", "retired", "description",
    ]
    /// The options of fields of any type.
    static let commonOptions: Set = ["rank", "role", "description"]
    /// The options of fields of any type that a new field does not have.
    static let storedOptions: Set = ["stored", "of", "retired"]

    /// The last place in lists.
    static let lastRank = 99

    private let line: KindLine
    private let name: String
    private let type: FieldType
    private let options: KindOptions
    private var rungs: [Ladder.Rung] = []

    /// Reads the line `field NAME TYPE option:value…`.
    init(_ line: KindLine) throws(KindTextError) {
        self.line = line
        func missing(_ what: String) -> KindTextError {
            KindTextError(
                .missing(what), line: line.number, span: line.words.last?.span ?? 0..<0)
        }
        guard line.words.count > 1 else { throw missing("the name of the field") }
        guard line.words[1].option == nil, KindName.isValid(line.words[1].text) else {
            throw KindTextError(
                .notAName(line.words[1].text), line: line.number, span: line.words[1].span)
        }
        name = line.words[1].text
        guard line.words.count > 2, line.words[2].option == nil else {
            throw KindTextError(
                .missing("the type of the field", known: FieldType.allCases.map(\.rawValue)),
                line: line.number, span: line.words.last?.span ?? 0..<0)
        }
        let typeName = line.words[2].text
        guard let type = FieldType(rawValue: typeName) else {
            throw KindTextError(
                .unknownType(typeName, known: FieldType.allCases.map(\.rawValue)),
                line: line.number, span: line.words[2].span)
        }
        self.type = type
        options = try KindOptions(line, after: 3, known: Self.options)
        rungs = options.names("states").map { Ladder.Rung($0, $0) }
        if let twice = Self.repeated(rungs) {
            throw options.error(.isTaken(twice), at: "states")
        }
    }

    /// Returns the name of a state that an earlier state already has; nil if there is none.
    private static func repeated(_ rungs: [Ladder.Rung]) -> String? {
        var seen: Set<[UInt8]> = []
        return rungs.first { !seen.insert(Folding.name($0.name)).inserted }?.name
    }

    var hasLadder: Bool { type == .ladder }

    /// Returns an error at the name of the field.
    func error(_ problem: KindTextError.Problem) -> KindTextError {
        KindTextError(problem, line: line.number, span: line.words[1].span)
    }

    /// Reads the line `state NAME option:value…`.
    mutating func addState(_ line: KindLine) throws(KindTextError) {
        guard line.words.count > 1 else {
            throw KindTextError(
                .missing("the name of the state"), line: line.number, span: line.words[0].span)
        }
        let word = line.words[1]
        guard hasLadder else {
            throw KindTextError(.stateWithoutLadder, line: line.number, span: line.words[0].span)
        }
        guard !word.text.isBlank, !word.text.utf8.contains(where: { $0 < 0x20 }) else {
            throw KindTextError(.notAName(word.text), line: line.number, span: word.span)
        }
        guard !rungs.contains(where: { Folding.name($0.name) == Folding.name(word.text) }) else {
            throw KindTextError(.isTaken(word.text), line: line.number, span: word.span)
        }
        let options = try KindOptions(
            line, after: 2, known: ["meaning", "also", "owned", "skipped"])
        rungs.append(
            Ladder.Rung(
                word.text, options.text("meaning") ?? word.text, synonyms: options.names("also"),
                isOwned: try options.flag("owned"), isSkipped: try options.flag("skipped")))
    }

    /// Returns the field.
    ///
    /// - Throws: `KindTextError` for an option that does not fit the type.
    func finished() throws(KindTextError) -> Field {
        let stored = try options.value("stored", expected: "a name") { text in
            KindName.isValid(text) ? text : nil
        }
        for word in [stored ?? name, name] where KindName.reservedForFields.contains(word) {
            throw error(.isReserved(word))
        }
        let content = try content()
        try checkOptions()
        return Field(
            name, content, options.text("description") ?? "",
            isUnique: try options.flag("unique"),
            rank: try options.value("rank", expected: "a number from 1 to \(Self.lastRank)") {
                text in
                Int(text).flatMap { (1...Self.lastRank).contains($0) ? $0 : nil }
            },
            isInPast: try options.flag("past"), namesPeople: try options.flag("people"),
            role: try role(), initial: try initial(content), storedName: stored,
            isRetired: try options.flag("retired"))
    }

    /// Checks that each option applies to the type.
    private func checkOptions() throws(KindTextError) {
        for option in Self.options where options.text(option) != nil && !type.takes(option) {
            throw options.error(.doesNotApply(option: option, type: type), at: option)
        }
        if options.text("of") != nil, options.text("role") != "progress" {
            throw options.error(.doesNotApply(option: "of", type: type), at: "of")
        }
    }

    private func content() throws(KindTextError) -> Field.Content {
        switch type {
        case .text: return .text
        case .isbn: return .isbn
        case .date: return .date
        case .month: return .month
        case .set: return .set
        case .choice: return .choice(suggestions: options.names("choices"))
        case .number:
            return .integer(try range(within: Field.Content.anyInteger, Int.init))
        case .decimal:
            let step = try options.value("step", expected: "a number above 0, such as 0.5") {
                text in
                FixedDecimal(parsing: text).flatMap { $0.thousandths > 0 ? $0 : nil }
            }
            return .decimal(
                try range(within: Field.Content.anyDecimal) { FixedDecimal(parsing: $0) },
                step: step)
        case .ladder:
            guard !rungs.isEmpty else { throw error(.noStates) }
            return .ladder(Ladder(rungs))
        }
    }

    /// Reads `range:1..10`; a missing bound is that of `limits`.
    private func range<Bound: Comparable>(
        within limits: ClosedRange<Bound>, _ read: (String) -> Bound?
    ) throws(KindTextError) -> ClosedRange<Bound> {
        try options.value("range", expected: "two bounds, such as 1..10") { text in
            guard let dots = text.firstRange(of: "..") else { return nil }
            let (low, high) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
            guard let lower = low.isEmpty ? limits.lowerBound : read(low),
                let upper = high.isEmpty ? limits.upperBound : read(high),
                lower <= upper, lower >= limits.lowerBound, upper <= limits.upperBound
            else { return nil }
            return lower...upper
        } ?? limits
    }

    private func role() throws(KindTextError) -> Field.Role? {
        let names = Field.Role.allNames
        let found: Field.Role? = try options.value(
            "role", expected: names.joined(separator: ", ")
        ) { text in
            text == "progress" ? .progress(of: options.text("of") ?? "") : Field.Role.names[text]
        }
        guard let found else { return nil }
        guard type.fits(found) else {
            throw options.error(
                .doesNotApply(option: "role:\(found.name)", type: type), at: "role")
        }
        if case .progress(let total) = found, total.isEmpty {
            throw options.error(.missing("of:FIELD, the field with the total"), at: "role")
        }
        return found
    }

    private func initial(_ content: Field.Content) throws(KindTextError) -> Field.Initial {
        let isDate = content == .date
        let expected =
            isDate ? "today" : rungs.map(\.name).joined(separator: ", ")
        let initial: Field.Initial? = try options.value("initial", expected: expected) { text in
            if isDate { return text == "today" ? .today : nil }
            return rungs.contains { $0.name == text } ? .rung(text) : nil
        }
        // An item of a kind with a ladder always has a state.
        return initial ?? rungs.first.map { .rung($0.name) } ?? .none
    }
}
