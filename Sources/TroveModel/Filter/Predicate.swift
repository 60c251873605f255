/// A filter made ready for one table: values are codes of its columns, texts are folded.
indirect enum Predicate {
    case always
    case never
    case codes(column: FieldIndex, ClosedRange<Int32>)
    /// One entry for each code of the column's symbols.
    case symbols(column: FieldIndex, accepted: [Bool])
    case text(column: FieldIndex, TextTest)
    case isPresent(column: FieldIndex)
    case all([Predicate])
    case any([Predicate])
    case not(Predicate)
}

/// What a text must be to pass.
enum TextTest {
    case contains(TextNeedle)
    /// Compares by name, the way titles are the same.
    case compare(Filter.Comparison, key: [UInt8])

    func passes(_ text: String) -> Bool {
        switch self {
        case .contains(let needle): needle.occurs(in: text)
        case .compare(let comparison, let key): comparison.holds(Folding.name(text), key)
        }
    }
}

extension Filter.Comparison {
    /// Whether two keys stand in this relation, compared byte by byte.
    func holds(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        switch self {
        case .equal: left == right
        case .less: left.lexicographicallyPrecedes(right)
        case .lessOrEqual: !right.lexicographicallyPrecedes(left)
        case .greater: right.lexicographicallyPrecedes(left)
        case .greaterOrEqual: !left.lexicographicallyPrecedes(right)
        }
    }

    /// The codes that stand in this relation to a span of values, which may lie outside of what a
    /// column can hold: a month is less than what comes after all of its days.
    func codes(around span: ClosedRange<Int>) -> ClosedRange<Int32>? {
        let (lowest, highest) = (Int(CodeColumn.absent) + 1, Int(Int32.max))
        let low: Int
        let high: Int
        switch self {
        case .equal: (low, high) = (span.lowerBound, span.upperBound)
        case .less: (low, high) = (lowest, max(span.lowerBound, -Int.max) - 1)
        case .lessOrEqual: (low, high) = (lowest, span.upperBound)
        case .greater: (low, high) = (min(span.upperBound, Int.max - 1) + 1, highest)
        case .greaterOrEqual: (low, high) = (span.lowerBound, highest)
        }
        let (first, last) = (max(low, lowest), min(high, highest))
        return first <= last ? Int32(first)...Int32(last) : nil
    }
}
