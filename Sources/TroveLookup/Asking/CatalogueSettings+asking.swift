extension CatalogueSettings {
    /// How Trove calls itself to the services, with whom they can write to. Open Library wants both.
    package var userAgent: String {
        // What could end the remark in brackets, or the line.
        let contact = (contact ?? "").unicodeScalars.filter { scalar in
            (0x20..<0x7F).contains(scalar.value) && !"()\\".unicodeScalars.contains(scalar)
        }
        let text = Self.trimmed(String(String.UnicodeScalarView(contact)))
        return text.isEmpty ? "Trove/0.1" : "Trove/0.1 (\(text))"
    }

    /// The key of TMDB, when it is of the longer form: it goes into a header.
    var tmdbToken: String? {
        guard let key = Self.key(tmdbKey), key.hasPrefix("eyJ") else { return nil }
        return key
    }

    /// The key of TMDB, when it is of the shorter form: it goes into the address.
    var tmdbShortKey: String? {
        guard let key = Self.key(tmdbKey), !key.hasPrefix("eyJ") else { return nil }
        return key
    }

    /// The key of Google Books.
    var googleKey: String? { Self.key(googleBooksKey) }

    /// The keys, as they are and as they stand in an address.
    var secrets: [String] {
        [Self.key(tmdbKey), Self.key(googleBooksKey)].compactMap { $0 }
            .flatMap { [$0, WebAddress.encoded($0)] }
    }

    /// A key as it was pasted; nil for an empty one. What cannot stand in a header goes.
    private static func key(_ pasted: String?) -> String? {
        let signs = (pasted ?? "").unicodeScalars.filter { (0x21..<0x7F).contains($0.value) }
        return signs.isEmpty ? nil : String(String.UnicodeScalarView(signs))
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text.drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
