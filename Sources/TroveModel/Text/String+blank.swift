extension String {
    /// Whether there is nothing to see: no characters, or white space alone.
    package var isBlank: Bool {
        // Most texts show at their first byte that they are not.
        if let first = utf8.first, first > 0x20, first < 0x7F { return false }
        return allSatisfy(\.isWhitespace)
    }
}
