extension DuplicateKey {
    /// Returns whether two items have the same ISBN, or the same title and creator.
    package func areSame(_ left: [Value?], _ right: [Value?]) -> Bool {
        let (left, right) = (hashes(of: left), hashes(of: right))
        return left.isbn.map { $0 == right.isbn } ?? false || left.title == right.title
    }

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
