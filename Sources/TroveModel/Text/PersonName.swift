/// Names of people in one text, separated by semicolons: `Terry Pratchett; Neil Gaiman`.
package enum PersonName {
    /// Returns the names in a text, without the spaces around them. Empty names are omitted.
    package static func names(in text: String) -> [String] {
        text.unicodeScalars.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
            .map(String.init)
    }

    /// Returns the text with one semicolon and one space between its names. A text without a
    /// semicolon stays as it is.
    package static func normalized(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ";")) else { return text }
        return names(in: text).joined(separator: "; ")
    }

    /// Returns the key that sorts a text by the family name of the first person, then by the
    /// given name, then by the other people as they are written.
    package static func sortKey(_ text: String) -> [UInt8] {
        let names = names(in: text)
        guard let first = names.first else { return Folding.name(text) }
        let (family, given) = parts(of: first)
        var key = Folding.name(family)
        // Sorts before a blank, so that `Le` comes before `Le Guin`.
        for part in [given] + names.dropFirst() {
            key.append(1)
            key += Folding.name(part)
        }
        return key
    }

    /// Returns the family name and the given name. `Herbert, Frank` states which is which;
    /// otherwise the family name is the last word and the particles before it.
    static func parts(of name: String) -> (family: String, given: String) {
        let scalars = name.unicodeScalars
        guard let comma = scalars.firstIndex(of: ",") else {
            return parts(of: words(of: scalars[...]))
        }
        let before = words(of: scalars[..<comma])
        let after = words(of: scalars[scalars.index(after: comma)...])
        guard !before.isEmpty, after.contains(where: { !isSuffix($0) }) else {
            return parts(of: before.isEmpty ? after : before)
        }
        return (before.joined(separator: " "), after.joined(separator: " "))
    }

    private static func parts(of words: [Substring]) -> (family: String, given: String) {
        var words = words
        while words.count > 1, let last = words.last, isSuffix(last) { words.removeLast() }
        guard !words.isEmpty else { return ("", "") }
        var start = words.count - 1
        while start > 0, isParticle(words[start - 1], isFirst: start == 1) { start -= 1 }
        return (
            words[start...].joined(separator: " "), words[..<start].joined(separator: " ")
        )
    }

    private static func words(of text: Substring.UnicodeScalarView) -> [Substring] {
        text.split { $0.value < 0x80 ? $0.value <= 0x20 : $0.properties.isWhitespace }
            .map { Substring($0) }
    }

    /// Whether a word belongs to the family name after it. A capitalized first word is a given
    /// name, as in `Van Morrison`.
    private static func isParticle(_ word: Substring, isFirst: Bool) -> Bool {
        particles.contains(word) || !isFirst && capitalizedParticles.contains(word)
    }

    private static func isSuffix(_ word: Substring) -> Bool {
        word.utf8.count <= 6
            && suffixes.contains(word.filter { $0 != "." && $0 != "," }.lowercased())
    }

    private static let particles: Set<Substring> = [
        "le", "la", "de", "van", "von", "der", "den", "del", "della", "di", "da", "dos", "das",
        "du", "des", "ter", "ten", "bin", "ibn", "al", "el", "af", "av", "zu",
    ]
    private static let capitalizedParticles: Set<Substring> = [
        "Le", "La", "De", "Van", "Von", "Der", "Den", "Del", "Della", "Di", "Du", "Ter", "Ten",
    ]
    private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"]
}

extension Substring.UnicodeScalarView {
    /// The text without white space at both ends. Scalars are compared, because a combining mark
    /// after a blank belongs to the text.
    var trimmed: Self {
        let words = drop(while: \.properties.isWhitespace)
        let end = words.lastIndex { !$0.properties.isWhitespace }
        return words[..<(end.map(words.index(after:)) ?? words.startIndex)]
    }
}
