import TroveModel

/// An SQL condition that every row meets if a filter matches it, so that SQLite passes over most of
/// the other rows. The filter itself then decides about the rows that meet the condition.
///
/// Rows whose compared values are damaged meet it too, so that their damage is found. Texts that
/// are not ASCII meet it, because SQLite cannot fold them.
struct FilterCondition {
    let kind: Kind

    /// Returns the condition for a filter; nil if SQL cannot narrow it down.
    func sql(for filter: Filter) -> String? {
        filter.leaves <= Self.maximumLeaves ? condition(for: filter) : nil
    }

    /// The maximum number of comparisons in a condition; SQLite's parser limits nested expressions.
    private static let maximumLeaves = 16
    /// The longest text in a condition, in bytes; SQLite has a limit for patterns.
    private static let longestText = 1000

    private func condition(for filter: Filter) -> String? {
        switch filter {
        case .everything, .not, .isAbsent: nil
        case .compare(let field, let comparison, let values):
            sql(for: kind.fields[field], comparison, values)
        case .contains(let field, let texts):
            joined(texts, by: "OR") { containing($0, in: kind.fields[field]) }
        case .anyText(let text):
            joined(kind.fields.filter(\.isSearched), by: "OR") { containing(text, in: $0) }
        // A part that SQL cannot express may be left out.
        case .all(let parts): joined(parts.compactMap { condition(for: $0) }, by: "AND") { $0 }
        case .any(let parts): joined(parts, by: "OR") { condition(for: $0) }
        }
    }

    /// Joins the conditions for some parts; nil if there are none, or if one is nil.
    private func joined<Part>(
        _ parts: [Part], by word: String, _ condition: (Part) -> String?
    ) -> String? {
        var conditions: [String] = []
        for part in parts {
            guard let text = condition(part) else { return nil }
            conditions.append(text)
        }
        guard conditions.count > 1 else { return conditions.first }
        return "(\(Schema.joined(conditions, by: " \(word) ")))"
    }

    private func sql(
        for field: Field, _ comparison: Filter.Comparison, _ values: [Value]
    ) -> String? {
        let column = Schema.quoted(field.storedName)
        if case .ladder(let ladder) = field.content {
            return states(comparison, values, of: ladder, in: column)
        }
        return joined(values, by: "OR") { value in
            switch (field.content, value) {
            case (.integer, .integer(let number)):
                integers(comparison, number, in: column)
            case (.decimal, .decimal(let number)):
                decimals(comparison, number, in: column)
            case (.text, .text(let text)), (.isbn, .text(let text)), (.choice, .text(let text)):
                comparison == .equal ? texts(text, in: column, of: field) : nil
            case (.set, .set(let names)):
                joined(names, by: "AND") { containing($0, in: field) }
            default: nil
            }
        }
    }

    /// Passes over the other states by name, and compares with the rarest ones last: those that
    /// `advance` skips. Any name that the ladder lacks is damage, which must be found.
    private func states(
        _ comparison: Filter.Comparison, _ values: [Value], of ladder: Ladder, in column: String
    ) -> String {
        let wanted = values.compactMap { value -> Int? in
            if case .text(let name) = value { ladder.index(of: name) } else { nil }
        }
        let others = ladder.rungs.indices.filter { place in
            !wanted.contains { comparison.holds(place, $0) }
        }.map { ladder.rungs[$0] }
        let ordered = others.filter { !$0.isSkipped } + others.filter(\.isSkipped)
        let cases = ordered.map { "WHEN \(Schema.literal($0.name)) THEN 0" }
        return cases.isEmpty
            ? "\(column) NOTNULL"
            : "CASE \(column) \(Schema.joined(cases, by: " ")) ELSE \(column) NOTNULL END"
    }

    /// Texts and blobs are greater than any number in SQLite, so `NOT BETWEEN` finds them.
    private func integers(
        _ comparison: Filter.Comparison, _ number: Int, in column: String
    ) -> String {
        """
        (\(column) \(comparison.sign) \(number) OR (\(column) | 0) <> \(column) \
        OR \(column) NOT BETWEEN -2147483647 AND 2147483647)
        """
    }

    /// Compares with a margin, because the file has binary fractions.
    private func decimals(
        _ comparison: Filter.Comparison, _ number: FixedDecimal, in column: String
    ) -> String {
        let value = Double(number.thousandths) / 1000
        let (low, high) = (value - 0.001, value + 0.001)
        let range =
            switch comparison {
            case .equal: "BETWEEN \(low) AND \(high)"
            case .less, .lessOrEqual: "<= \(high)"
            case .greater, .greaterOrEqual: ">= \(low)"
            }
        return "(\(column) \(range) OR \(column) NOT BETWEEN -999999 AND 999999)"
    }

    // MARK: Texts

    /// Finds the text regardless of the case of ASCII letters, and as one of several people.
    private func texts(_ text: String, in column: String, of field: Field) -> String? {
        guard text.isPlain, text.utf8.count <= Self.longestText else { return nil }
        let several = field.namesPeople ? "instr(\(column), ';') OR " : ""
        return """
            (\(column) = \(Schema.literal(text)) COLLATE NOCASE OR \(several)\(unusual(column)))
            """
    }

    private func containing(_ searched: String, in field: Field) -> String? {
        switch field.content {
        case .integer, .decimal, .date, .month: return "0"
        case .ladder: return nil
        case .text, .isbn, .choice, .set: break
        }
        let text = field.content == .isbn ? ISBN.searched(searched) : searched
        guard text.isPlain, text.utf8.count <= Self.longestText else { return nil }
        let column = Schema.quoted(field.storedName)
        var pattern = ""
        for character in text {
            if character == "%" || character == "_" || character == "\\" { pattern += "\\" }
            pattern.append(character)
        }
        return """
            (\(column) NOTNULL AND (\(column) LIKE \(Schema.literal("%\(pattern)%")) ESCAPE '\\' \
            OR \(unusual(column))))
            """
    }

    /// True for a text that is not ASCII or has NUL bytes, and for a value that is not a text.
    private func unusual(_ column: String) -> String {
        "length(\(column)) <> length(CAST(\(column) AS BLOB)) OR \(column) >= x''"
    }
}

extension Filter {
    /// The number of comparisons.
    fileprivate var leaves: Int {
        switch self {
        case .everything: 0
        case .compare(_, _, let values): values.count
        case .contains(_, let texts): texts.count
        case .isAbsent, .anyText: 1
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.leaves }
        case .not(let part): part.leaves
        }
    }
}

extension Filter.Comparison {
    fileprivate var sign: String {
        switch self {
        case .equal: "="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }

    fileprivate func holds(_ left: Int, _ right: Int) -> Bool {
        switch self {
        case .equal: left == right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}

extension String {
    /// Whether the text has printable ASCII only, so that SQLite folds its case as Trove does.
    fileprivate var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}
