import TroveSystem

extension CatalogueSettings {
    /// The user agent, which names Trove and the contact, if one is set.
    package var userAgent: String {
        // Drops characters that could end the comment in brackets or the header.
        let contact = (contact ?? "").unicodeScalars.filter { scalar in
            (0x20..<0x7F).contains(scalar.value) && !"()\\".unicodeScalars.contains(scalar)
        }
        let text = Self.trimmed(String(String.UnicodeScalarView(contact)))
        let program = "Trove/\(ReleaseVersion.text)"
        return text.isEmpty ? program : "\(program) (\(text))"
    }

    /// Returns a key without the characters that a header cannot hold, such as pasted blanks; nil
    /// for an empty one.
    package func key(_ setting: CatalogueSetting) -> String? {
        let signs = (self[setting] ?? "").unicodeScalars.filter { (0x21..<0x7F).contains($0.value) }
        return signs.isEmpty ? nil : String(String.UnicodeScalarView(signs))
    }

    /// The keys of all services, plain and percent-encoded.
    var secrets: [String] {
        CatalogueServices.all.compactMap { $0.key.flatMap(key) }
            .flatMap { [$0, WebAddress.encoded($0)] }
    }

    /// Returns the address in a setting; nil if it is not valid.
    func address(_ setting: CatalogueSetting) -> WebAddress? {
        self[setting].flatMap { WebAddress($0) }
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text.drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
