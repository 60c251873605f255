package import TroveModel

/// How a command names things.
package enum Reference: Sendable, Equatable {
    case number(ItemNumber)
    /// `7-9`: all things with numbers from the first to the last.
    case range(ClosedRange<ItemNumber>)
    /// A whole title, or the beginning of one.
    case title(String)
    /// `r2`: the second result of the last search, from 1.
    case result(Int)
    /// The thing last added, shown or changed.
    case it
}

extension Reference {
    /// What a single word names.
    package init(naming text: String) {
        if text == "it" {
            self = .it
        } else if let number = Int(text), text.utf8.allSatisfy(\.isASCIIDigit) {
            self = .number(ItemNumber(number))
        } else {
            self = .title(text)
        }
    }
}

extension Spanned<Reference> {
    /// The place of a reference that is still to be read.
    package static let unread = Spanned(.it, 0..<0)
}

extension Spanned<String> {
    /// The place of a text that is still to be read.
    package static let unread = Spanned("", 0..<0)
}
