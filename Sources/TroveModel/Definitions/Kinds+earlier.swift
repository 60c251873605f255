extension Kinds {
    /// Returns the kinds as they were when a library had other definitions.
    ///
    /// Kinds and fields keep their positions, and fields their types, so rows of the present can be
    /// read. Names, listed columns and what is hidden are as they were.
    ///
    /// - Parameter living: the definitions that the library had.
    /// - Returns: the kinds.
    package func defined(earlier living: [Definition]) -> Kinds {
        let then = builtIn.defined(by: living, known: known)
        let kinds = zip(then.stored, stored).map { then, now in
            then.fields.count == now.fields.count
                ? then.having(zip(then.fields, now.fields).map { $0.havingType(of: $1) }) : now
        }
        return Kinds(builtIn: builtIn, kinds, known: known, unreadable: then.unreadable)
    }
}

extension Field {
    /// Returns the field with the type of a later definition of it.
    fileprivate func havingType(of later: Field) -> Field {
        guard content != later.content else { return self }
        return Field(
            name, later.content, summary, isUnique: isUnique, rank: rank, isInPast: isInPast,
            namesPeople: namesPeople, role: later.role, initial: later.initial,
            storedName: storedName, isOwn: isOwn, isRetired: isRetired)
    }
}
