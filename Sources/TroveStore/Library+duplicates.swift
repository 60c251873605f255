package import TroveModel

extension Library {
    /// A thing of a kind that is the same as one with these values: by ISBN, else by title and
    /// creator. The kind is loaded for it, if its things can be the same at all.
    ///
    /// - Parameters:
    ///   - values: one place for each field.
    ///   - kind: the kind that is asked about.
    ///   - number: a thing that does not count, such as the one that has the values.
    /// - Returns: nil when there is none.
    /// - Throws: what keeps the kind from being loaded.
    package func duplicate(
        of values: [Value?], kind: Int, except number: Int? = nil
    ) throws(LibraryError) -> Duplicate? {
        guard catalog.duplicateKeys[kind] != nil else { return nil }
        try loadAll(kind)
        return catalog.duplicate(of: values, kind: kind, except: number)
    }
}
