import TroveCodecs
package import TroveModel

/// How a command refers to items.
package enum Reference: Sendable, Equatable {
    case number(ItemNumber)
    /// `7-9`: all items with numbers in the range.
    case range(ClosedRange<ItemNumber>)
    /// A whole title, or the beginning of one.
    case title(String)
    /// `r2`: the second result of the last search, from 1.
    case result(Int)
    /// The item last added, shown or changed.
    case it
    /// `books where genre=scfi`: all items that meet a condition.
    case selection(Selection)
}

extension Reference {
    var isRange: Bool { if case .range = self { true } else { false } }

    /// Interprets a single word.
    package init(naming text: String) {
        if text == "it" {
            self = .it
        } else if let number = Int(text), text.utf8.allSatisfy(\.isDigit) {
            self = .number(ItemNumber(number))
        } else {
            self = .title(text)
        }
    }
}

extension Spanned<Reference> {
    /// Whether the items are selected by a condition.
    package var isSelection: Bool {
        if case .selection = value { true } else { false }
    }

    /// A placeholder for a reference that is not yet read.
    package static let unread = Spanned(.it, 0..<0)
}

extension Spanned<String> {
    /// A placeholder for a text that is not yet read.
    package static let unread = Spanned("", 0..<0)
}
