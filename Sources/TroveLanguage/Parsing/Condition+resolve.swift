import TroveCodecs
package import TroveModel

/// A value that a field does not accept, and its position.
package struct ValueError: Error, Sendable {
    /// The rule that the value breaks.
    package let violation: RuleViolation
    /// The value's span, in bytes of UTF-8.
    package let span: Range<Int>

    /// Creates an error.
    package init(_ violation: RuleViolation, at span: Range<Int>) {
        self.violation = violation
        self.span = span
    }
}

extension Condition {
    /// All fields that the condition names.
    package var fields: [Spanned<String>] {
        switch self {
        case .comparison(let field, _, _): [field]
        case .text: []
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        case .not(let part): part.fields
        }
    }

    /// The fields whose values may differ among the matching items: all that the condition names,
    /// except those that must equal a single value.
    package var variedFields: [Spanned<String>] {
        switch self {
        case .comparison(_, .equal, let values) where values.count == 1: []
        case .comparison(let field, _, _): [field]
        case .text: []
        case .all(let parts): parts.flatMap(\.variedFields)
        case .any(let parts): parts.flatMap(\.fields)
        case .not(let part): part.fields
        }
    }

    /// Returns the condition as a filter for one kind.
    ///
    /// - Throws: `LanguageError` for a field that the kind does not have, `ValueError` for a value
    ///   that the field does not accept.
    package func resolve(for kind: Kind, today: PartialDate) throws -> Filter {
        switch self {
        case .text(let text): return .anyText(text.value)
        case .all(let parts):
            return .all(try parts.map { try $0.resolve(for: kind, today: today) })
        case .any(let parts):
            return .any(try parts.map { try $0.resolve(for: kind, today: today) })
        case .not(let part): return .not(try part.resolve(for: kind, today: today))
        case .comparison(let name, let comparison, let values):
            let field = try kind.field(named: name)
            return try Self.resolve(
                comparison, values, of: kind.fields[field], at: field, today: today)
        }
    }

    /// Returns the violation for a value in a condition, where the text may have been meant as a
    /// range.
    private static func inCondition(
        _ violation: RuleViolation, of field: Field, today: PartialDate
    ) -> RuleViolation {
        switch violation.rule {
        case .notAWholeNumber, .notANumber, .notADate: break
        default: return violation
        }
        let parts = violation.value.split(separator: violation.value.contains("..") ? ".." : "-")
        let areValues = parts.allSatisfy {
            (try? field.parseForComparison(String($0), today: today)) != nil
        }
        guard parts.count == 2, areValues else { return violation }
        return RuleViolation(
            field: violation.field, value: violation.value,
            rule: .isRange(from: String(parts[0]), through: String(parts[1])))
    }

    private static func resolve(
        _ comparison: Operator, _ values: [Spanned<String>], of field: Field, at index: FieldIndex,
        today: PartialDate
    ) throws -> Filter {
        // An empty alternative, as in `genre=crime|`, is ignored.
        if values.count > 1, values.contains(where: \.span.isEmpty) {
            return try resolve(
                comparison, values.filter { !$0.span.isEmpty }, of: field, at: index, today: today)
        }
        if case .set = field.content, ![.set, .equal, .notEqual, .contains].contains(comparison) {
            throw ValueError(
                RuleViolation(
                    field: field.name, value: values.first?.value ?? "", rule: .hasNoOrder),
                at: values.first?.span ?? 0..<0)
        }
        // `genre=` finds the items without a genre, and `genre=""|crime` these and all crime.
        if comparison == .equal || comparison == .notEqual,
            values.contains(where: { field.isNothing($0.value) })
        {
            let others = values.filter { !field.isNothing($0.value) }
            var matching = Filter.isAbsent(field: index)
            if !others.isEmpty {
                let present = try resolve(.equal, others, of: field, at: index, today: today)
                matching = .any([matching, present])
            }
            return comparison == .equal ? matching : .not(matching)
        }
        if comparison == .contains, field.isText {
            let texts = values.map(\.value)
            return .contains(
                field: index, field.content == .isbn ? texts.map(ISBN.part) : texts)
        }
        let parsed = try values.flatMap { value in
            if comparison == .contains {
                let named = field.values(whoseNamesContain: value.value)
                if !named.isEmpty { return named }
            }
            do throws(RuleViolation) {
                return [try field.parseForComparison(value.value, today: today)]
            } catch {
                throw ValueError(Self.inCondition(error, of: field, today: today), at: value.span)
            }
        }
        func compare(_ comparison: Filter.Comparison) -> Filter {
            .compare(field: index, comparison, parsed)
        }
        switch comparison {
        case .set, .equal, .contains: return compare(.equal)
        case .notEqual: return .not(compare(.equal))
        case .less: return compare(.less)
        case .lessOrEqual: return compare(.lessOrEqual)
        case .greater: return compare(.greater)
        case .greaterOrEqual: return compare(.greaterOrEqual)
        }
    }
}

extension Field {
    /// Parses a value to compare with, which may exceed the field's range: `pages>1000000` and
    /// `watched<tomorrow` are valid questions.
    func parseForComparison(
        _ text: String, today: PartialDate
    ) throws(RuleViolation) -> Value {
        switch content {
        case .integer:
            if let number = Int(text) { return .integer(number) }
        case .decimal:
            if let number = FixedDecimal(parsing: text) { return .decimal(number) }
        case .date:
            if let date = parseDate(text, today: today) { return .date(date) }
        case .text, .isbn, .choice, .month, .ladder, .set: break
        }
        return try parse(text, today: today)
    }

    /// Whether a text stands for no value: one without characters, or without names for a set.
    fileprivate func isNothing(_ text: String) -> Bool {
        guard case .set = content else { return text.isEmpty }
        return text.allSatisfy { $0 == "," || $0.isWhitespace }
    }

    /// Returns the states or the months with a name that contains a text; empty for another field.
    fileprivate func values(whoseNamesContain text: String) -> [Value] {
        func contains(_ name: String) -> Bool { name.lowercased().contains(text.lowercased()) }
        return switch content {
        case .ladder(let ladder):
            ladder.rungs.filter { contains($0.name) || contains($0.longName) }
                .map { .text($0.name) }
        case .month: Month.allCases.filter { contains($0.name) }.map { .month($0) }
        default: []
        }
    }
}

extension Kind {
    /// Returns the index of the field with a name.
    ///
    /// - Throws: `LanguageError` when the name is unknown or ambiguous.
    package func field(named name: Spanned<String>) throws(LanguageError) -> FieldIndex {
        switch match(field: name.value) {
        case .found(let index): return index
        case .ambiguous(let names):
            throw LanguageError(.ambiguousField(name.value, names), at: name.span)
        case .unknown:
            throw LanguageError(
                .unknownField(
                    name.value, kinds: [self.name],
                    nearest: Nearest.fields(to: name.value, of: [self])),
                at: name.span)
        }
    }
}
