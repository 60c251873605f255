/// What a transcript says instead of text that differs from run to run.
package enum Substitution: Sendable {
    /// A fixed text, such as the path of a scratch directory, is written as another.
    case text(String, as: String)
    /// What matches a regular expression is written as a text.
    case pattern(String, as: String)
    /// Each UUID is written as `<uuid-1>`, `<uuid-2>` and so on: the same one always as the same.
    case identifiers
    /// Points in time such as `2026-07-31T10:20:30Z` are written as `<time>`.
    case times

    /// The path of a scratch directory is written as `<scratch>`.
    package static func path(of scratch: ScratchDirectory) -> Substitution {
        .text(scratch.path, as: "<scratch>")
    }

    /// Carries out the substitution.
    ///
    /// - Throws: The error of `Regex` when a pattern is not a regular expression.
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
