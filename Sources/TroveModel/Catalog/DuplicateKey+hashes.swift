extension DuplicateKey {
    /// Returns hashes that identify duplicates among many items outside a catalog. They are valid
    /// in this process only.
    ///
    /// - Returns: the hash of the ISBN, nil without one, and the hash of title and
    ///   distinguishing value.
    package func hashes(of values: [Value?]) -> (isbn: Int?, title: Int) {
        let traits = traits { values[$0] }
        var name = FoldedName()
        traits.write(into: &name)
        return (traits.isbn?.hashValue, name.bytes.hashValue)
    }
}
