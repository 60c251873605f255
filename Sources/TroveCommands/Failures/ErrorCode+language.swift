import TroveLanguage
import TroveModel

extension LanguageError.Problem {
    var code: ErrorCode {
        switch self {
        case .openQuote: "open-quote"
        case .unknownEscape: "unknown-escape"
        case .unknownVerb: "unknown-verb"
        case .sql: "sql"
        case .severalCommands: "several-commands"
        case .showsNoItems: "shows-no-items"
        case .unknownKind, .misspelledKind: "unknown-kind"
        case .retiredKind: "retired-kind"
        case .unknownField: "unknown-field"
        case .noKindHasAll: "no-kind-has-all"
        case .colonInTitle: "colon-in-title"
        case .fieldInTitle: "field-before-title"
        case .fieldOfAnotherKind: "field-of-another-kind"
        case .wordBehindValue: "word-behind-value"
        case .unquotedDay: "unquoted-day"
        case .quoteInWord: "quote-in-word"
        case .noMonth: "no-month"
        case .noResult: "no-result"
        case .ambiguousField: "ambiguous-field"
        case .fieldTwice: "field-twice"
        case .unknownOption: "unknown-option"
        case .missing: "missing"
        case .missingBeforeComment: "missing-before-comment"
        case .unexpected: "unexpected"
        case .comparisonForAssignment: "comparison-for-assignment"
        case .assignmentForComparison: "assignment-for-comparison"
        case .foreignComparison: "doubled-equals"
        case .missingColon: "missing-colon"
        case .noNumber: "no-number"
        case .badRange: "bad-range"
        case .severalItems: "takes-one-item"
        case .unknownWord: "unknown-word"
        case .missingCondition: "missing-condition"
        case .missingWhere: "missing-where"
        case .openParenthesis: "open-parenthesis"
        case .closeParenthesis: "close-parenthesis"
        case .tooDeep: "too-deep"
        case .tooManyCommands: "too-many-commands"
        case .commandTooLong: "command-too-long"
        case .passwordTyped: "password-typed"
        case .notAnEmail: "not-an-email"
        }
    }
}

extension RuleViolation.Rule {
    var code: ErrorCode {
        switch self {
        case .isRequired: "required"
        case .notAWholeNumber: "not-a-whole-number"
        case .isRange: "takes-one-value"
        case .isOutside: "out-of-range"
        case .notANumber: "not-a-number"
        case .isOutsideDecimal: "out-of-range"
        case .isBetweenSteps: "between-steps"
        case .notADate: "not-a-date"
        case .isInFuture: "in-future"
        case .notAnISBN: "not-an-isbn"
        case .notAMonth: "not-a-month"
        case .unknownState: "unknown-state"
        case .stepsBack: "steps-back"
        case .isAbove: "above-total"
        case .isBelow: "below-current"
        case .hasNoOrder: "has-no-order"
        case .isTaken, .isShared: "name-taken"
        case .hasNull: "has-null"
        case .hasControlCharacter: "has-control-character"
        case .mixesSigns: "mixes-signs"
        case .isOfOtherType: "of-other-type"
        case .isTooLong: "too-long"
        }
    }
}

extension KindTextError.Problem {
    var code: ErrorCode {
        switch self {
        case .openQuote: "open-quote"
        case .unknownLine: "unknown-line"
        case .missing: "missing"
        case .notAName: "not-a-name"
        case .isReserved: "reserved"
        case .unknownType: "unknown-type"
        case .unknownOption: "unknown-option"
        case .notAnOption: "not-an-option"
        case .optionTwice: "option-twice"
        case .isBuiltInOption: "built-in"
        case .doesNotApply: "does-not-apply"
        case .badValue: "bad-value"
        case .fieldWithoutKind: "field-without-kind"
        case .stateWithoutLadder: "state-without-ladder"
        case .noStates: "no-states"
        case .isTaken: "name-taken"
        case .noFields: "no-fields"
        case .notATitle: "not-a-title"
        case .notFirst: "not-first"
        case .secondLadder: "second-ladder"
        case .roleTaken: "role-taken"
        case .noSuchField: "no-such-field"
        case .tooManyFields: "too-many-fields"
        }
    }
}
