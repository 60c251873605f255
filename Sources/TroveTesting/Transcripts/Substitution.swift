/// A replacement for text that differs between runs.
package enum Substitution: Sendable {
    /// Replaces a fixed text, such as the path of a scratch directory.
    case text(String, as: String)
    /// Replaces the matches of a regular expression.
    case pattern(String, as: String)
    /// Replaces UUIDs with `<uuid-1>`, `<uuid-2>` and so on, equal ones with the same name.
    case identifiers
    /// Replaces times such as `2026-07-31T10:20:30Z` with `<time>`.
    case times

    /// Replaces the path of a scratch directory with `<scratch>`.
    package static func path(of scratch: ScratchDirectory) -> Substitution {
        .text(scratch.path, as: "<scratch>")
    }

    /// Applies the substitution.
    ///
    /// - Throws: The error of `Regex` for an invalid regular expression.
    package func apply(to text: String) throws -> String {
        switch self {
        case .text(let volatile, let stable):
            return text.replacing(volatile, with: stable)
        case .pattern(let pattern, let stable):
            return text.replacing(try Regex(pattern), with: stable)
        case .times:
            let time = #/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/#
            return text.replacing(time, with: "<time>")
        case .identifiers:
            let form = #/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/#
            var numbers: [String: Int] = [:]
            return text.replacing(form) { match in
                let identifier = match.output.0.lowercased()
                let number = numbers[identifier] ?? numbers.count + 1
                numbers[identifier] = number
                return "<uuid-\(number)>"
            }
        }
    }
}
