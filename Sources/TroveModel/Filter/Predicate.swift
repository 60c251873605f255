/// A filter made ready for one table: values are codes of its columns, texts are folded.
indirect enum Predicate {
    case always
    case never
    case codes(column: Int, ClosedRange<Int32>)
    /// One entry for each code of the column's symbols.
    case symbols(column: Int, accepted: [Bool])
    case text(column: Int, TextTest)
    case isPresent(column: Int)
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

    /// The codes that stand in this relation to a span of codes: a month is less than what comes
    /// after all of its days.
    func range(around span: ClosedRange<Int32>) -> ClosedRange<Int32>? {
        let lowest = CodeColumn.absent + 1
        switch self {
        case .equal: return span
        case .less: return span.lowerBound > lowest ? lowest...(span.lowerBound - 1) : nil
        case .lessOrEqual: return lowest...span.upperBound
        case .greater:
            return span.upperBound < Int32.max ? (span.upperBound + 1)...Int32.max : nil
        case .greaterOrEqual: return span.lowerBound...Int32.max
        }
    }
}
