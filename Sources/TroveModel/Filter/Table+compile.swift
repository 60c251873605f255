extension Table {
    func compile(_ filter: Filter) -> Predicate {
        switch filter {
        case .everything: .always
        case .compare(let field, .equal, let values) where isOfTexts(field):
            isOneOf(values, field)
        case .compare(let field, let comparison, let values):
            .any(values.map { compile(comparison, $0, of: field) })
        case .contains(let field, let texts):
            .any(texts.map { containing(SearchedText($0), in: field) })
        case .isAbsent(let field): .not(.isPresent(column: field))
        case .anyText(let text): anyField(containing: SearchedText(text))
        case .all(let filters): .all(filters.map(compile))
        case .any(let filters): .any(filters.map(compile))
        case .not(let filter): .not(compile(filter))
        }
    }

    private func isOfTexts(_ field: FieldIndex) -> Bool {
        if case .texts = columns[field] { true } else { false }
    }

    /// Compiles the comparison of texts with several values, so that each text is folded once.
    private func isOneOf(_ values: [Value], _ field: FieldIndex) -> Predicate {
        let keys = values.compactMap { value -> [UInt8]? in
            if case .text(let text) = value { Folding.name(text) } else { nil }
        }
        let namesPeople = kind.fields[field].namesPeople
        if keys.count == 1, !namesPeople {
            return .text(column: field, .compare(.equal, key: keys[0]))
        }
        return .text(column: field, .isOneOf(Set(keys), namesPeople: namesPeople))
    }

    private func anyField(containing text: SearchedText) -> Predicate {
        .any(
            kind.fieldIndices.filter { kind.fields[$0].isSearched }
                .map { containing(text, in: $0) })
    }

    private func containing(_ text: SearchedText, in field: FieldIndex) -> Predicate {
        let needle = kind.fields[field].content == .isbn ? text.isbn : text.needle
        switch columns[field] {
        case .texts: return .text(column: field, .contains(needle))
        case .symbols(_, let table):
            return .symbols(column: field, accepted: table.texts.map { needle.occurs(in: $0) })
        case .codes: return .never
        }
    }

    private func compile(
        _ comparison: Filter.Comparison, _ value: Value, of field: FieldIndex
    ) -> Predicate {
        switch columns[field] {
        case .texts:
            guard case .text(let text) = value else { return .never }
            return .text(column: field, .compare(comparison, key: Folding.name(text)))
        case .symbols(_, let table):
            return .symbols(
                column: field, accepted: accepted(comparison, value, of: field, among: table.texts))
        case .codes:
            guard let span = Self.span(of: value), let range = comparison.codes(around: span)
            else { return .never }
            return .codes(column: field, range)
        }
    }

    private func accepted(
        _ comparison: Filter.Comparison, _ value: Value, of field: FieldIndex, among texts: [String]
    ) -> [Bool] {
        switch (kind.fields[field].content, value) {
        case (.ladder(let ladder), .text(let name)):
            guard let rung = ladder.index(of: name) else { return texts.map { _ in false } }
            let range = comparison.codes(around: rung...rung)
            return texts.indices.map { range?.contains(Int32($0)) ?? false }
        case (.set, .set(let names)):
            let wanted = names.map(Folding.name)
            return texts.map { text in
                let members = text.split(separator: Column.setSeparator)
                    .map { Folding.name(String($0)) }
                return wanted.allSatisfy(members.contains)
            }
        case (_, .text(let text)):
            let key = Folding.name(text)
            return texts.map { comparison.holds(Folding.name($0), key) }
        default:
            return texts.map { _ in false }
        }
    }

    /// Returns the codes that a value covers: a partial date covers several.
    private static func span(of value: Value) -> ClosedRange<Int>? {
        switch value {
        case .integer(let number): number...number
        case .decimal(let number): number.thousandths...number.thousandths
        case .date(let date): date.span
        case .month(let month): month.rawValue...month.rawValue
        case .text, .set: nil
        }
    }
}
