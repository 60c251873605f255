/// A book of the stand-in: a work and one edition of it.
package struct StandInBook: Sendable {
    /// The title without the subtitle.
    package let title: String
    /// The subtitle, if it has one.
    package var subtitle: String?
    /// The authors; may be empty.
    package var authors: [String]
    /// The year of the first publication.
    package var year: Int?
    /// The year of the edition, if it is another one.
    package var printed: Int?
    /// The code of the language that the edition is in, such as `eng`.
    package var language: String?
    /// The series that it belongs to, and its number in it.
    package var series: (name: String, number: String)?
    /// The first twelve digits of the edition's ISBN-13; the others are computed.
    package var twelve: String?
    /// The number of pages of the edition.
    package var pages: Int?
    /// The publisher of the edition.
    package var publisher: String?
    /// The subjects, as Open Library lists them.
    package var subjects: [String]
    /// How the service describes the cover.
    package var cover: Cover
    /// A description in the stand-in's own words.
    package var summary: String?
    /// Its position in the collection, from which its keys are derived.
    package internal(set) var number = 0

    /// How the service describes a cover.
    package enum Cover: Sendable, Hashable {
        case picture
        /// A number from 8,000,000 on, for which the service redirects.
        case archived
        /// The number of a missing picture.
        case missing
        /// -1, in an edition's array of covers.
        case removed
        /// The field is absent.
        case none
    }

    init(
        _ title: String, _ authors: [String], _ year: Int?, _ twelve: String? = nil,
        pages: Int? = nil, publisher: String? = nil, subtitle: String? = nil,
        subjects: [String] = [], cover: Cover = .picture, summary: String? = nil,
        printed: Int? = nil, language: String? = "eng", series: (String, String)? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.authors = authors
        self.year = year
        self.twelve = twelve
        self.pages = pages
        self.publisher = publisher
        self.subjects = subjects
        self.cover = cover
        self.summary = summary
        self.printed = printed
        self.language = language
        self.series = series.map { (name: $0.0, number: $0.1) }
    }

    /// The key of the work: `/works/OL90001W`.
    package var workKey: String { "/works/OL\(90_000 + number)W" }
    /// The key of the edition: `/books/OL900001M`.
    package var editionKey: String { "/books/OL\(900_000 + number)M" }
    /// The key of the volume at Google Books.
    package var volumeKey: String { "trove-\(number)_AAJ" }

    /// The number of the cover; nil if the service lists none.
    var coverID: Int? {
        switch cover {
        case .picture: 70_000 + number
        case .archived: 8_000_000 + number
        case .missing: 79_000 + number
        case .removed: -1
        case .none: nil
        }
    }

    /// The edition's ISBN-13.
    package var isbn13: String? { twelve.map { $0 + Self.checkDigit13(of: $0) } }

    /// The edition's ISBN-10; nil for an ISBN-13 that begins with 979.
    package var isbn10: String? {
        guard let twelve, twelve.hasPrefix("978") else { return nil }
        let nine = String(twelve.dropFirst(3))
        let sum = zip(nine.utf8, 1...9).reduce(0) { $0 + Int($1.0 - 0x30) * $1.1 }
        return nine + (sum % 11 == 10 ? "X" : "\(sum % 11)")
    }

    private static func checkDigit13(of twelve: String) -> String {
        let sum = twelve.utf8.enumerated().reduce(0) { sum, digit in
            sum + Int(digit.element - 0x30) * (digit.offset % 2 == 0 ? 1 : 3)
        }
        return "\((10 - sum % 10) % 10)"
    }
}
