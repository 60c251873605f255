import TroveCodecs
import TroveLanguage
import TroveModel
import TroveTerminal

extension ErrorReport {
    /// Returns a description of the rule that a value breaks.
    static func text(for violation: RuleViolation, _ kind: Kind) -> TerminalText {
        let field = violation.field
        let value = violation.value
        switch violation.rule {
        case .isRequired: return "\(Phrase.one(kind.name)) needs \(Phrase.one(field))"
        case .notAWholeNumber: return "\(field) must be a whole number, not \"\(value)\""
        case .isRange: return "\(field) is compared with one value, not with \"\(value)\""
        case .isOutside(let range): return "\(field) must be \(bounds(range)), not \(value)"
        case .notANumber(let range):
            let decimals: TerminalText = Double(value) == nil ? "" : " with at most 3 decimals"
            return
                "\(field) must be a number from \(range.lowerBound) to \(range.upperBound)\(decimals), "
                + "not \"\(value)\""
        case .isOutsideDecimal(let range):
            return "\(field) must be \(range.lowerBound) to \(range.upperBound), not \(value)"
        case .isBetweenSteps(let step, _):
            return "\(field) must be a multiple of \(step), not \(value)"
        case .notADate: return "\(field) must be a date, not \"\(value)\""
        case .isInFuture: return "\(field) cannot be in the future: \(value)"
        case .notAnISBN:
            return isNearlyISBN(value)
                ? "\(value) is not an ISBN: its check digit is wrong"
                : "\(field) must be an ISBN, not \"\(value)\""
        case .notAMonth: return "\(field) must be a month, not \"\(value)\""
        case .unknownState: return "\"\(value)\" is not a state of \(Phrase.one(kind.name))"
        case .stepsBack(let state):
            return value.isEmpty
                ? "\(field) cannot be cleared: it only moves forward"
                : "\(field) only moves forward: it cannot go from \(state) back to \(value)"
        case .isAbove(let other, let total):
            return "\(field) \(value) is greater than \(other), which is \(total)"
        case .isBelow(let other, let current):
            return "\(field) \(value) is less than \(other), which is \(current)"
        case .hasNoOrder: return "\(field) is a set of names, which has no order"
        case .isTaken(let number):
            // That name may be in another case.
            return "the \(field) \"\(value)\" is taken by \(kind.name) \(number)"
        case .isShared(let first, let second):
            return kind.fields[Kind.titleIndex].name == violation.field
                ? "\(kind.plural) \(first) and \(second) cannot both be called \"\(value)\""
                : "\(kind.plural) \(first) and \(second) cannot both have the \(field) \"\(value)\""
        case .hasControlCharacter: return "\(field) contains a control character"
        case .mixesSigns(let signed, let plain):
            return "\(field) cannot take \"\(signed)\" together with \"\(plain)\""
        case .hasNull: return "\(field) contains a NUL character"
        case .isOfOtherType(let shape):
            return "\(field) must be \(description(of: shape)), not \(value)"
        case .isTooLong(let limit): return "\(field) is longer than \(limit) bytes"
        }
    }

    /// Returns what the user can do about a value that breaks a rule.
    static func advice(for violation: RuleViolation, _ kind: Kind) -> TerminalText? {
        let field = violation.field
        let value = violation.value
        switch violation.rule {
        case .isRequired: return "write \(field):\"…\""
        case .notAWholeNumber(let range): return "from \(bounds(range))"
        case .isRange(let first, let last):
            return
                "to ask for a range, write two conditions: \(field)>=\(first) \(field)<=\(last)"
        case .isBetweenSteps(_, let range): return "from \(range.lowerBound) to \(range.upperBound)"
        case .notADate:
            let days = kind.fields.first { $0.name == field }?.examplesOfDays ?? ["today"]
            let names = days.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
            return "write \(Phrase.either(["2026-11-20", "2026-11", "2026"] + names))"
        case .isInFuture: return "write a date up to today, or leave it out"
        case .notAnISBN:
            return
                "it has 10 or 13 digits, and the last is a check digit; compare them with the book"
        case .notAMonth: return "write its name, such as july, or its number"
        case .unknownState(let ladder):
            let names = ladder.rungs.map(\.name)
            return Phrase.didYouMean(Nearest.names(to: value, among: ladder.names))
                ?? "\(Phrase.one(kind.name)) can be \(Phrase.either(names))"
        case .stepsBack(let state):
            let isDone =
                kind.ladder.map { _, ladder in
                    ladder.index(of: .text(state)) ?? 0 > ladder.underway ?? .max
                } ?? false
            return isDone && kind.completions != nil && !value.isEmpty
                ? "`undo` reverts a mistake, and `reread` starts \(Phrase.one(kind.name)) over"
                : "`undo` reverts a mistake"
        case .isAbove(let other, _): return "correct \(other) if that is wrong"
        case .isBelow(let other, _): return "correct \(other) if that is wrong"
        case .hasNoOrder: return "compare it with =, != or ~"
        case .isTaken, .isShared:
            return "two \(kind.plural) cannot have the same \(field); choose another"
        case .hasControlCharacter: return "remove it; separate names with commas"
        case .mixesSigns:
            return """
                write \(field):a,b for exactly these names, or \(field):+a,-b to add and remove some; a \
                name that begins with a sign is added as in \(field):++a
                """
        case .hasNull: return "remove it; other programs treat it as the end of the text"
        case .isTooLong: return "nothing was saved; shorten it"
        default: return nil
        }
    }

    private static func description(of shape: JSON.Shape) -> TerminalText {
        switch shape {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list of strings"
        case .object: "an object"
        }
    }

    private static func bounds(_ range: ClosedRange<Int>) -> TerminalText {
        "\(range.lowerBound) to \(range.upperBound)"
    }
}
