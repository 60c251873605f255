extension Kind {
    /// Checks the rules across the fields of an item.
    ///
    /// - Parameters:
    ///   - values: one value for each field.
    ///   - former: the previous values; nil for a new item.
    ///   - isReturning: whether the state may go back, as `reread` does.
    /// - Throws: the broken rule. The catalog checks unique names.
    package func check(
        _ values: [Value?], after former: [Value?]? = nil, isReturning: Bool = false
    ) throws(RuleViolation) {
        switch values[Kind.titleIndex] {
        case .text(let title)? where !title.isBlank: break
        default:
            throw RuleViolation(field: fields[Kind.titleIndex].name, value: "", rule: .isRequired)
        }
        if let progress, case .integer(let page)? = values[progress.current],
            case .integer(let total)? = values[progress.total], page > total,
            // Two devices may have broken the rule together; other fields can still be changed.
            former?[progress.current] != .integer(page)
                || former?[progress.total] != .integer(total)
        {
            throw violation(of: page, above: total, after: former, progress: progress)
        }
        if !isReturning, let former, let (index, ladder) = ladder,
            case .text(let before)? = former[index]
        {
            guard case .text(let now)? = values[index] else {
                throw RuleViolation(
                    field: fields[index].name, value: "", rule: .stepsBack(from: before))
            }
            if let old = ladder.index(of: before), let new = ladder.index(of: now), new < old {
                throw RuleViolation(
                    field: fields[index].name, value: now, rule: .stepsBack(from: before))
            }
        }
    }

    /// Returns the violation for the field that was changed: the current page or the total.
    private func violation(
        of page: Int, above total: Int, after former: [Value?]?,
        progress: (current: FieldIndex, total: FieldIndex)
    ) -> RuleViolation {
        if let former, former[progress.current] == .integer(page) {
            return RuleViolation(
                field: fields[progress.total].name, value: "\(total)",
                rule: .isBelow(field: fields[progress.current].name, current: page))
        }
        return RuleViolation(
            field: fields[progress.current].name, value: "\(page)",
            rule: .isAbove(field: fields[progress.total].name, total: total))
    }
}
