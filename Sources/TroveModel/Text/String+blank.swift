extension String {
    /// Whether the text is empty or white space only.
    package var isBlank: Bool {
        // The first byte decides for most texts.
        if let first = utf8.first, first > 0x20, first < 0x7F { return false }
        return allSatisfy(\.isWhitespace)
    }
}
