/// A filter compiled for one table: values are codes of its columns, texts are folded.
indirect enum Predicate {
    case always
    case never
    case codes(column: FieldIndex, ClosedRange<Int32>)
    /// `accepted` has one element for each code of the column's symbols.
    case symbols(column: FieldIndex, accepted: [Bool])
    case text(column: FieldIndex, TextTest)
    case isPresent(column: FieldIndex)
    case all([Predicate])
    case any([Predicate])
    case not(Predicate)
}

/// The condition on a text.
enum TextTest {
    case contains(TextNeedle)
    /// Compares folded names.
    case compare(Filter.Comparison, key: [UInt8])
    /// The folded text is one of these, or, if the text names people, one of them is.
    case isOneOf(Set<[UInt8]>, namesPeople: Bool)

    func passes(_ text: String) -> Bool {
        switch self {
        case .contains(let needle): needle.occurs(in: text)
        case .compare(let comparison, let key): comparison.holds(Folding.name(text), key)
        case .isOneOf(let keys, let namesPeople):
            keys.contains(Folding.name(text))
                || namesPeople && text.utf8.contains(UInt8(ascii: ";"))
                    && PersonName.names(in: text).contains { keys.contains(Folding.name($0)) }
        }
    }
}

extension Filter.Comparison {
    /// Returns whether two keys have this relation, compared byte by byte.
    func holds(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        switch self {
        case .equal: left == right
        case .less: left.lexicographicallyPrecedes(right)
        case .lessOrEqual: !right.lexicographicallyPrecedes(left)
        case .greater: right.lexicographicallyPrecedes(left)
        case .greaterOrEqual: !left.lexicographicallyPrecedes(right)
        }
    }

    /// Returns the codes that have this relation to a span of values; nil for none. The span may
    /// exceed the codes of a column: a date is later than a month if it is later than the month's
    /// last day.
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
