import TroveModel

/// What the subjects of a catalogue entry say: a genre and a few tags.
///
/// Subjects are noisy. Open Library lists those of all editions, from libraries and readers:
/// `Fiction, science fiction, general`, `Dune (Imaginary place)`, `Open Library Staff Picks`,
/// `Reading Level-Grade 11`. Google Books has paths: `Fiction / Science Fiction / General`.
package struct SubjectReading: Sendable, Hashable {
    /// The genre that most subjects name, of those that Trove suggests; nil if there is none.
    package let genre: String?
    /// All genres that the subjects name, the first one first; `fiction` only if it is the only
    /// one.
    package let genres: [String]
    /// At most five other subjects, in lower case.
    package private(set) var tags: [String] = []

    private static let maximumTags = 5
    private static let longestTag = 24

    /// Reads subjects in the order of the service.
    package init(_ subjects: [String]) {
        var counts: [String: Int] = [:]
        var genres: [String] = []
        for subject in subjects {
            for part in Self.parts(of: subject) {
                guard let genre = Genres.genre(named: part) else { continue }
                if counts.updateValue((counts[genre] ?? 0) + 1, forKey: genre) == nil {
                    genres.append(genre)
                }
            }
        }
        // Most novels also have the subject fiction.
        let specific = genres.filter { $0 != "fiction" }
        self.genres = specific.isEmpty ? genres : specific
        let most = self.genres.compactMap { counts[$0] }.max()
        genre = self.genres.first { counts[$0] == most }
        for subject in subjects {
            guard let tag = Self.tag(subject), !tags.contains(tag) else { continue }
            tags.append(tag)
            if tags.count == Self.maximumTags { break }
        }
    }

    /// The texts between the separators of a subject, without remarks in parentheses.
    private static func parts(of subject: String) -> [String] {
        [subject]
            + subject.split { "/,;".contains($0) }.map { part in
                String(part.prefix { $0 != "(" }).split(separator: " ").joined(separator: " ")
            }
    }

    /// Returns the subject as a tag; nil for a genre, and for a subject that describes a copy, an
    /// edition or a list rather than the content.
    private static func tag(_ subject: String) -> String? {
        let words = subject.lowercased().split(separator: " ")
        let tag = words.joined(separator: " ")
        let isClean = tag.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || " -'’".unicodeScalars.contains(scalar)
        }
        guard (3...longestTag).contains(tag.unicodeScalars.count), isClean, words.count <= 3,
            Genres.genre(named: tag) == nil,
            !words.contains(where: { formalWords.contains(String($0)) })
        else { return nil }
        return tag
    }

    /// Words of subjects that do not describe the content.
    private static let formalWords: Set<String> = [
        "accessible", "audiobook", "audiobooks", "award", "bestseller", "bestsellers", "book",
        "books", "collection", "criticism", "daisy", "ebook", "ebooks", "edition", "editions",
        "english", "fast", "fiction", "general", "genre", "history", "internet", "language",
        "large", "level", "library", "list", "literature", "new", "nonfiction", "open", "ouvrages",
        "picks", "print", "protected", "reader", "readers", "reading", "series", "specimens",
        "staff", "text", "texts", "translations", "type", "winner",
    ]
}
