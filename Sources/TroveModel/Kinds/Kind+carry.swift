extension Kind {
    /// Returns the values of an item for the fields of another kind.
    ///
    /// A value moves to the field with the same role, else to the one with the same name, if that
    /// field can hold it. The title always moves.
    ///
    /// - Parameters:
    ///   - values: one value for each field of this kind.
    ///   - other: the kind that the values are for.
    /// - Returns: one value for each field of the other kind; nil where this kind has none.
    package func carry(_ values: [Value?], to other: Kind) -> [Value?] {
        var carried: [Value?] = other.fields.map { _ in nil }
        for index in fieldIndices where values[index] != nil {
            let field = fields[index]
            let target =
                index == Kind.titleIndex
                ? Kind.titleIndex
                : field.role.flatMap { other.index(ofRole: $0) }
                    ?? other.index(ofField: field.name)
            guard let target, carried[target] == nil else { continue }
            carried[target] = other.fields[target].held(values[index])
        }
        return carried
    }
}

extension Kinds {
    /// Returns the values of the record that an item reached its last state.
    ///
    /// - Parameters:
    ///   - values: The values of the item.
    ///   - kind: Its kind.
    ///   - list: The kind of the record.
    ///   - date: The date; nil if it is not known.
    /// - Returns: A value for each field of the kind of the record.
    package func record(
        of values: [Value?], _ kind: KindIndex, in list: KindIndex, on date: PartialDate?
    ) -> [Value?] {
        let recorded = self[list]
        var carried = self[kind].carry(values, to: recorded)
        if let field = recorded.index(ofRole: .completed) {
            carried[field] = date.map { .date($0) }
        }
        return carried
    }
}

extension Field {
    /// Returns a value of another field as this one holds it; nil if it cannot.
    fileprivate func held(_ value: Value?) -> Value? {
        value.flatMap { try? self.value(from: $0.json) }
    }
}
