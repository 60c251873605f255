extension DuplicateKey {
    /// Returns hashes that identify duplicates among many items outside a catalog. They are valid
    /// in this process only.
    ///
    /// - Returns: the hash of the ISBN, nil without one, and the hash of title and creator.
    package func hashes(of values: [Value?]) -> (isbn: Int?, title: Int) {
        let traits = traits { values[$0] }
        var text: [UInt8] = []
        traits.write(into: &text)
        return (traits.isbn?.hashValue, text.hashValue)
    }
}
