import TroveLanguage
package import TroveModel

extension TutorialCondition {
    /// Checks the names in the condition against the library that it is about.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of the library.
    ///   - verbs: the names of all verbs.
    /// - Throws: `LanguageError` for a kind, field or verb that does not exist,
    ///   `TutorialValueError` for a value that a field does not accept.
    package func check(kinds: Kinds, verbs: [String]) throws {
        switch self {
        case .count(let kind, _, let condition):
            guard kind.value != Self.anyKind || condition != nil else { return }
            try Self.check(condition, of: kind, kinds)
        case .exists(let kind, let condition): try Self.check(condition, of: kind, kinds)
        case .listed(let kind, let condition): try Self.check(condition, of: kind, kinds)
        case .changed(_, let field):
            guard let field, !kinds.all.contains(where: { $0.has(field) }) else { return }
            throw LanguageError(
                .unknownField(
                    field.value, kinds: [],
                    nearest: Nearest.names(
                        to: field.value, among: kinds.all.flatMap { $0.fields.map(\.name) })),
                at: field.span)
        case .asked(let names):
            for name in names where !verbs.contains(name.value) {
                throw LanguageError(
                    .unknownVerb(name.value, nearest: Nearest.names(to: name.value, among: verbs)),
                    at: name.span)
            }
        case .not(let condition), .once(let condition):
            try condition.check(kinds: kinds, verbs: verbs)
        case .shown, .measure, .connection, .file, .step: return
        }
    }

    private static func check(
        _ condition: Condition?, of name: Spanned<String>, _ kinds: Kinds
    ) throws {
        guard let kind = kinds.index(of: name.value) else {
            throw LanguageError(
                .unknownKind(
                    name.value, nearest: Nearest.names(to: name.value, among: kinds.all.map(\.name))
                ), at: name.span)
        }
        // The date matters only for the values of conditions, not for whether they are valid.
        let someDay = PartialDate(packed: 2026 << 9)
        do {
            _ = try condition?.resolve(for: kinds[kind], today: someDay)
        } catch let error as ValueError {
            throw TutorialValueError(
                violation: error.violation, kind: kinds[kind], span: error.span)
        }
    }
}

/// A value in a condition that its field does not accept.
package struct TutorialValueError: Error, Sendable {
    /// The rule that the value breaks.
    package let violation: RuleViolation
    /// The kind with the field.
    package let kind: Kind
    /// The span of the value in the condition, in bytes of UTF-8.
    package let span: Range<Int>
}

extension Kind {
    fileprivate func has(_ field: Spanned<String>) -> Bool {
        if case .found = match(field: field.value) { true } else { false }
    }
}
