// Only the SGR codes that every terminal since the VT100 knows: `ESC [ n m` switches one on,
// `ESC [ 0 m` switches all off. No 256-color codes, so that the user's own palette applies. No role
// is yellow or blue, which are hard to read on a light or a dark background.

/// The look of the output.
package struct Style: Sendable, Equatable {
    /// The meaning of a piece of text, from which its look follows.
    package enum Role: Sendable, Equatable, CaseIterable {
        /// A heading, or the name of an item.
        case heading
        /// An item's number.
        case number
        /// Less important than the text around it.
        case faint
        /// Success.
        case good
        /// Something to check.
        case warning
        /// An error.
        case error
        /// The prompt before a command.
        case prompt
        /// A call for attention, such as a question.
        case accent
        /// The state of an item that the user wants.
        case wanted
        /// The state of an item that the user has and has not begun.
        case waiting
        /// The state of an item that the user has begun.
        case begun
        /// The state of an item that the user has given up.
        case abandoned
        /// The last state of an item.
        case completed
        /// A rating in the upper quarter.
        case highRating
        /// A rating in the lower part.
        case lowRating
        /// A loan that should have ended.
        case overdue
        /// In a line that is being typed: the verb.
        case verb
        /// In a line that is being typed: the name of a field or of an option.
        case field
        /// In a line that is being typed: a value that exists.
        case value
        /// In a line that is being typed: a value that cannot exist.
        case unknownValue
        /// In a line that is being typed: a text in quotes.
        case string
        /// In a list below the line: the entry that is selected.
        case selected
        /// In a list below the line: what matches the text that was typed.
        case match
        /// What matches in the selected entry.
        case selectedMatch

        /// The SGR parameters.
        var code: String {
            switch self {
            case .heading: "1"
            case .number: "36"
            case .faint: "2"
            case .good: "32"
            case .warning: "35"
            case .error: "31"
            case .prompt: "1;32"
            case .accent: "35"
            case .wanted: "35"
            case .waiting: "36"
            case .begun: "1"
            case .abandoned: "2"
            case .completed: "32"
            case .highRating: "32"
            case .lowRating: "2"
            case .overdue: "1;31"
            case .verb: "1"
            case .field: "36"
            case .value: "32"
            case .unknownValue: "4;31"
            case .string: "35"
            case .selected: "7"
            case .match: "1;35"
            case .selectedMatch: "7;1;35"
            }
        }
    }

    /// Whether colors are used at all.
    package var isEnabled: Bool

    /// Creates a style; when not enabled, every text stays as it is.
    package init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    /// No colors.
    package static let plain = Style(isEnabled: false)

    /// Returns the style for a descriptor: colors on a terminal that supports them, unless
    /// `NO_COLOR` is set and not empty (see https://no-color.org).
    package static func automatic(
        for descriptor: Int32, environment: (String) -> String?
    ) -> Style {
        let refused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        return Style(
            isEnabled: !refused && Interactivity.isTerminal(descriptor)
                && Interactivity.understandsEscapes(environment("TERM")))
    }

    /// Returns the text in the look of its role. An empty text stays empty.
    package func callAsFunction(_ role: Role, _ text: TerminalText) -> TerminalText {
        guard isEnabled, !text.isEmpty else { return text }
        return TerminalText(trusted: "\u{1B}[\(role.code)m\(text)\u{1B}[0m")
    }

    /// Returns the text without the codes that a style adds.
    package static func stripped(_ text: String) -> String {
        guard text.utf8.contains(0x1B) else { return text }
        var result = ""
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}", rest.first == "[" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let parameters = rest.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
            guard parameters.endIndex < rest.endIndex, rest[parameters.endIndex] == "m" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            rest = rest[rest.index(after: parameters.endIndex)...]
        }
        return result
    }
}
