/// A book that the stand-in for the catalogues knows: a work and one edition of it.
package struct StandInBook: Sendable {
    package let title: String
    package var subtitle: String?
    /// May be empty.
    package var authors: [String]
    /// The year of the first publication.
    package var year: Int?
    /// The first twelve digits of the edition's number; the other digits are reckoned.
    package var twelve: String?
    package var pages: Int?
    package var publisher: String?
    package var subjects: [String]
    package var cover: Cover
    /// What the book is about, in words of the stand-in's own.
    package var summary: String?
    /// Its place in the library, which its keys are made of.
    package internal(set) var number = 0

    /// What the service says about a picture.
    package enum Cover: Sendable, Hashable {
        case picture
        /// A number from 8,000,000 on: the service sends elsewhere for it.
        case archived
        /// The number of a picture that is not there.
        case missing
        /// -1, where the field of an edition is an array with it.
        case removed
        /// There is no such field.
        case none
    }

    init(
        _ title: String, _ authors: [String], _ year: Int?, _ twelve: String? = nil,
        pages: Int? = nil, publisher: String? = nil, subtitle: String? = nil,
        subjects: [String] = [], cover: Cover = .picture, summary: String? = nil
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
    }

    /// The key of the work: `/works/OL90001W`.
    package var workKey: String { "/works/OL\(90_000 + number)W" }
    /// The key of the edition: `/books/OL900001M`.
    package var editionKey: String { "/books/OL\(900_000 + number)M" }
    /// The key of the volume at Google Books.
    package var volumeKey: String { "trove-\(number)_AAJ" }

    /// The number of the picture; nil where the service names none.
    var coverID: Int? {
        switch cover {
        case .picture: 70_000 + number
        case .archived: 8_000_000 + number
        case .missing: 79_000 + number
        case .removed: -1
        case .none: nil
        }
    }

    /// The edition's number with thirteen digits.
    package var isbn13: String? { twelve.map { $0 + Self.checkDigit13(of: $0) } }

    /// The same with ten digits; nil for one that begins with 979.
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
