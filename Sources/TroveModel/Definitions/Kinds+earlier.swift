extension Kinds {
    /// Returns the kinds as they were when a library had other definitions.
    ///
    /// Kinds and fields keep their positions. Names, types, listed columns and what is hidden are
    /// as they were.
    ///
    /// - Parameter living: the definitions that the library had.
    /// - Returns: the kinds.
    package func defined(earlier living: [Definition]) -> Kinds {
        let then = builtIn.defined(by: living, known: known)
        let kinds = zip(then.stored, stored).map { then, now in
            then.fields.count == now.fields.count ? then : now
        }
        return Kinds(
            builtIn: builtIn, kinds, known: known, unreadable: then.unreadable,
            undone: then.undone)
    }
}

extension Kind {
    /// Returns whether the fields have the types of those of another kind, at the same positions.
    package func hasTypes(of other: Kind) -> Bool {
        self === other
            || fields.count == other.fields.count
                && zip(fields, other.fields).allSatisfy { $0.content == $1.content }
    }
}
