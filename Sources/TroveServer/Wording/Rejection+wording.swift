import TroveModel
import TroveWire

/// The messages of rejections, for clients that do not word them themselves.
extension Rejection {
    static let badKind = Rejection(.unknownKind, "the kind name is not valid")
    static let isConflict = Rejection(
        .forbidden, "only the server creates conflicts; they can only be deleted")
    static let isOfAnotherKind = Rejection(.invalid, "the entry with this ID has another kind")
    static let isUnknown = Rejection(.invalid, "there is no entry with this ID")

    static func quota(_ limit: Int) -> Rejection {
        Rejection(.quota, "the account has reached its limit of \(limit) items")
    }

    static func stored(_ limit: Int) -> Rejection {
        Rejection(
            .quota,
            "the account has reached its storage limit of \(limit >> 20) MiB")
    }

    static func badField(_ name: String) -> Rejection {
        Rejection(.invalid, field: name, "the field name is not valid")
    }

    static func tooLarge(field: String, limit: Int) -> Rejection {
        Rejection(.tooLarge, field: field, "\(field) is larger than \(limit) bytes")
    }

    static func tooLarge(limit: Int) -> Rejection {
        Rejection(.tooLarge, "the item is larger than \(limit) bytes")
    }

    static func tooDeep(field: String, limit: Int) -> Rejection {
        Rejection(.invalid, field: field, "\(field) has more than \(limit) levels")
    }

    static func tooManyFields(limit: Int) -> Rejection {
        Rejection(.tooLarge, "the item has more than \(limit) fields")
    }

    static func tooManyFormerFields(limit: Int) -> Rejection {
        Rejection(.tooLarge, "the item has had more than \(limit) different fields")
    }

    static func tooManyDefinitions(limit: Int) -> Rejection {
        Rejection(
            .quota, "the account has reached its limit of \(limit) kinds and fields of its own")
    }

    static func nameTaken(field: String, _ name: String) -> Rejection {
        Rejection(.nameTaken, field: field, "another item has the \(field) \"\(name)\"")
    }

    init(_ violation: RuleViolation) {
        let name = violation.field
        let words =
            switch violation.rule {
            case .isRequired: "\(name) is required"
            case .notAWholeNumber(let range), .isOutside(let range):
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .isRange: "\(name) must be one value"
            case .notANumber(let range), .isOutsideDecimal(let range):
                "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)"
            case .isBetweenSteps(let step, let range):
                "\(name) must be a multiple of \(step) from \(range.lowerBound) "
                    + "to \(range.upperBound)"
            case .notADate: "\(name) must be a date"
            case .isInFuture: "\(name) must not be in the future"
            case .notAnISBN: "\(name) must be an ISBN"
            case .notAMonth: "\(name) must be a month"
            case .unknownState(let ladder):
                "\(name) must be one of \(ladder.rungs.map(\.name).joined(separator: ", "))"
            case .stepsBack(let state): "\(name) cannot go back from \(state)"
            case .isAbove(let field, let total):
                "\(name) is greater than \(field), which is \(total)"
            case .isBelow(let field, let current):
                "\(name) is less than \(field), which is \(current)"
            case .hasNoOrder: "\(name) has no order"
            case .isTaken, .isShared: "another item has this \(name)"
            case .hasNull: "\(name) contains a NUL character"
            case .hasControlCharacter: "\(name) contains a control character"
            case .mixesSigns(let signed, let plain):
                "\(name) cannot take \(signed) together with \(plain)"
            case .isTooLong(let limit): "\(name) is longer than \(limit) bytes"
            case .isOfOtherType(let shape): "\(name) must be a JSON \(shape)"
            }
        self.init(.invalid, field: name, words)
    }
}
