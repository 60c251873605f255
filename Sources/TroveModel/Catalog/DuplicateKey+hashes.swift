extension DuplicateKey {
    /// Hashes of what makes a thing the same as another, for telling apart many things that are in
    /// no catalog. They are good for this process alone.
    ///
    /// - Returns: that of its ISBN, if it has one, and that of its title with who made it.
    package func hashes(of values: [Value?]) -> (isbn: Int?, title: Int) {
        let traits = traits { values[$0] }
        var text: [UInt8] = []
        traits.write(into: &text)
        return (traits.isbn?.hashValue, text.hashValue)
    }
}
