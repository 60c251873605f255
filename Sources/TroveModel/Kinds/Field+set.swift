extension Field {
    /// Parses the text that the user typed to change a value. For a set, `a,b` replaces the names,
    /// `+a` adds a name, `-a` removes one, and both can be joined: `+a,-b`. Names are equal
    /// regardless of case; a name that is there keeps its spelling, unless it is removed at the
    /// same time: `-scifi,+SciFi`. In a number field that the
    /// library defines, `+1` adds, and `-1` subtracts unless the number can be negative.
    ///
    /// - Parameters:
    ///   - text: the text without quotes.
    ///   - former: the value that it changes; nil for none.
    ///   - today: the current date, for days such as `today` and `friday`.
    /// - Returns: the normalized value.
    /// - Throws: the rule that the text breaks.
    package func parse(
        _ text: String, changing former: Value?, today: @autoclosure () -> PartialDate
    ) throws(RuleViolation) -> Value {
        let parsed = try parse(sum(of: former, and: text) ?? text, today: today())
        guard case .set(let names) = parsed, let signed = names.first(where: \.isSigned) else {
            return parsed
        }
        if let plain = names.first(where: { !$0.isSigned }) {
            throw RuleViolation(field: name, value: text, rule: .mixesSigns(signed, plain))
        }
        var members: [String] = []
        if case .set(let present)? = former { members = present }
        func unsigned(_ change: String) -> String {
            String(change.unicodeScalars.dropFirst().trimmed)
        }
        let removed = Set(names.filter(\.isRemoval).map { Folding.name(unsigned($0)) })
        members.removeAll { removed.contains(Folding.name($0)) }
        var keys = Set(members.map { Folding.name($0) })
        for name in names.filter({ !$0.isRemoval }).map(unsigned)
        where !name.isEmpty && keys.insert(Folding.name(name)).inserted { members.append(name) }
        return .set(members.sorted())
    }
}

extension Field {
    /// Returns whether a text, such as `+1`, changes the number in the field.
    package func isChange(_ text: String) -> Bool { sum(of: nil, and: text) != nil }

    /// Returns the sum of a number and a change such as `+1`, as a text; nil for any other text.
    private func sum(of former: Value?, and text: String) -> String? {
        let isAdded = text.hasPrefix("+")
        guard isOwn, isAdded || text.hasPrefix("-") else { return nil }
        let digits = String(text.dropFirst())
        guard digits.first?.isNumber ?? false else { return nil }
        switch content {
        case .integer(let range):
            guard isAdded || range.lowerBound >= 0, let change = Int(digits) else { return nil }
            var number = 0
            if case .integer(let value)? = former { number = value }
            let (sum, isTooLarge) =
                isAdded
                ? number.addingReportingOverflow(change)
                : number.subtractingReportingOverflow(change)
            return isTooLarge ? nil : "\(sum)"
        case .decimal(let range, _):
            guard isAdded || range.lowerBound.thousandths >= 0,
                let change = FixedDecimal(parsing: digits)
            else { return nil }
            var number = 0
            if case .decimal(let value)? = former { number = value.thousandths }
            let step = isAdded ? change.thousandths : -change.thousandths
            return "\(FixedDecimal(thousandths: number + step))"
        default: return nil
        }
    }
}

extension String {
    /// Whether the name of a set begins with a sign, as in `+a`.
    fileprivate var isSigned: Bool { hasPrefix("+") || isRemoval }
    fileprivate var isRemoval: Bool { hasPrefix("-") }
}

extension Value {
    /// Returns the names of two sets, each once regardless of case; a value that is not a set has
    /// none. Nil without a name.
    package static func union(of one: Value?, _ other: Value?) -> Value? {
        var seen: Set<[UInt8]> = []
        var names: [String] = []
        for case .set(let set)? in [one, other] {
            names += set.filter { seen.insert(Folding.name($0)).inserted }
        }
        return names.isEmpty ? nil : .set(names.sorted())
    }
}
