extension Field {
    /// Returns a value of the field as people read it: an ISBN with hyphens, a photo by its name.
    package func shown(_ value: Value) -> String {
        guard case .text(let text) = value else { return value.description }
        if role == .photo { return PhotoValue(text).name }
        if content == .isbn { return ISBN(parsing: text)?.hyphenated ?? text }
        return text
    }
}
