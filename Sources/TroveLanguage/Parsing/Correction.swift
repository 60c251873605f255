/// A replacement in a command that probably makes it what the user meant. It is offered, and never
/// run by itself.
package struct Correction: Sendable, Equatable {
    /// The span that is replaced, in bytes of UTF-8.
    package let span: Range<Int>
    /// The text for the span, as it is typed.
    package let replacement: String

    /// Creates a replacement of a span.
    package init(_ span: Range<Int>, _ replacement: String) {
        self.span = span
        self.replacement = replacement
    }

    /// Replaces a misspelled word with the nearest name. Nil without a place or a name.
    package init?(_ span: Range<Int>?, nearest: [String]) {
        guard let span, !span.isEmpty, let name = nearest.first else { return nil }
        self.init(span, Quoting.argument(name))
    }

    /// Returns the corrected command.
    package func applied(to source: String) -> String {
        let bytes = Array(source.utf8)
        let low = min(span.lowerBound, bytes.count)
        let high = min(max(span.upperBound, low), bytes.count)
        return String(
            decoding: bytes[..<low] + Array(replacement.utf8) + bytes[high...], as: UTF8.self)
    }
}

extension Correction {
    /// Returns the correction that follows from the facts of an error and its place; nil if none
    /// does.
    init?(_ problem: LanguageError.Problem, at span: Range<Int>) {
        switch problem {
        case .unknownVerb(_, let nearest), .unknownKind(_, let nearest),
            .unknownField(_, _, let nearest), .colonInTitle(_, _, let nearest),
            .unknownWord(_, _, let nearest):
            self.init(span, nearest: nearest)
        case .unknownOption(_, _, let nearest):
            guard let option = nearest.first else { return nil }
            self.init(span, option)
        case .assignmentForComparison(let field, _):
            // The colon follows the field's name.
            let colon = span.lowerBound + field.utf8.count
            self.init(colon..<colon + 1, "=")
        case .foreignComparison(_, _, let comparison, _):
            self.init(span, comparison.rawValue)
        case .missingColon(_, let meant):
            self.init(span, meant)
        default: return nil
        }
    }
}
