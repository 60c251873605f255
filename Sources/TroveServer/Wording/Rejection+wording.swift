import TroveModel
import TroveWire

/// Why operations are rejected, in words for people who use a client that has none of its own.
extension Rejection {
    static let badKind = Rejection(.unknownKind, "this is no name of a kind")
    static let isConflict = Rejection(
        .forbidden, "conflicts are made by the server; they can only be deleted")
    static let isOfAnotherKind = Rejection(.invalid, "the entry with this id is of another kind")
    static let isUnknown = Rejection(.invalid, "there is no entry with this id")
    static let isHeld = Rejection(
        .held, "an earlier change of this thing was not taken, so it is not there")

    static func quota(_ limit: Int) -> Rejection {
        Rejection(.quota, "the account holds \(limit) things, which is as many as it may")
    }

    static func stored(_ limit: Int) -> Rejection {
        Rejection(
            .quota,
            "the account stores \(limit >> 20) MiB on the server, which is as much as it may")
    }

    static func badField(_ name: String) -> Rejection {
        Rejection(.invalid, field: name, "this is no name of a field")
    }

    static func tooLarge(field: String, limit: Int) -> Rejection {
        Rejection(.tooLarge, field: field, "\(field) is larger than \(limit) bytes")
    }

    static func tooLarge(limit: Int) -> Rejection {
        Rejection(.tooLarge, "the thing is larger than \(limit) bytes")
    }

    static func tooManyFields(limit: Int) -> Rejection {
        Rejection(.tooLarge, "the thing has more than \(limit) fields")
    }

    static func nameTaken(field: String, _ name: String) -> Rejection {
        Rejection(.nameTaken, field: field, "another thing has the \(field) \"\(name)\"")
    }

    init(_ violation: RuleViolation) {
        let name = violation.field
        let words =
            switch violation.rule {
            case .isRequired: "\(name) is required"
            case .isNoWholeNumber(let range), .isOutside(let range):
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .isNoNumber(let range), .isOutsideDecimal(let range):
                "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)"
            case .isBetweenSteps(let step, let range):
                "\(name) must be a multiple of \(step) from \(range.lowerBound) "
                    + "to \(range.upperBound)"
            case .isNoDate: "\(name) must be a date"
            case .isNoMonth: "\(name) must be a month"
            case .isNoState(let ladder):
                "\(name) must be one of \(ladder.rungs.map(\.name).joined(separator: ", "))"
            case .stepsBack(let state): "\(name) cannot step back from \(state)"
            case .isAbove(let field, let total): "\(name) is above the \(field), \(total)"
            case .isBelow(let field, let current): "\(name) is below the \(field), \(current)"
            case .isTaken: "another thing has this \(name)"
            case .hasNull: "\(name) has the character NUL"
            case .hasControlCharacter: "\(name) has a control character"
            case .isTooLong(let limit): "\(name) is longer than \(limit) bytes"
            case .isOfOtherType(let shape): "\(name) must be a JSON \(shape)"
            }
        self.init(.invalid, field: name, words)
    }
}
