import TroveLanguage
import TroveModel

/// The item that `add` adds, as far as it follows from the command alone.
///
/// It is an immutable class, because a copy of a structure retains each of its parts.
final class AddDraft: Sendable {
    /// The kinds that names were resolved against.
    let kinds: Kinds
    /// The day that dates are relative to.
    let today: PartialDate
    /// The field of each assignment.
    let fields: [FieldIndex]
    /// A value for each field of the kind, checked against its rules.
    let values: [Value?]
    /// The hashes of the item; nil if they are not known, or the kind has no duplicates.
    let fingerprint: DuplicateFingerprint?

    init(
        kinds: Kinds, today: PartialDate, fields: [FieldIndex], values: [Value?],
        fingerprint: DuplicateFingerprint?
    ) {
        self.kinds = kinds
        self.today = today
        self.fields = fields
        self.values = values
        self.fingerprint = fingerprint
    }
}

extension Add {
    /// Drafts the item.
    ///
    /// - Parameters:
    ///   - kinds: the kinds.
    ///   - today: today's date.
    ///   - hasFingerprint: whether the hashes of the item are computed.
    ///   - photo: returns the value for a photo as typed, in place of a former value.
    /// - Returns: the draft.
    /// - Throws: the first error of the command that follows from the command alone.
    func makeDraft(
        in kinds: Kinds, today: PartialDate, hasFingerprint: Bool,
        photo: (_ typed: Spanned<String>, _ former: Value?) throws -> Value
    ) throws -> AddDraft {
        let kind = kinds[kind]
        var values = kind.initialValues(today: today)
        do throws(RuleViolation) {
            values[Kind.titleIndex] = try kind.fields[Kind.titleIndex].parse(
                title.value, today: today)
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: title.span)
        }
        let indexes = try fields.map { assignment in
            let field = try kind.field(named: assignment.field)
            // The title was given before the fields.
            if field == Kind.titleIndex {
                throw LanguageError(.fieldTwice(kind.fields[field].name), at: assignment.field.span)
            }
            return field
        }
        try kind.assign(fields, indexes, to: &values, today: today, photo: photo)
        do throws(RuleViolation) {
            try kind.check(values)
        } catch {
            throw kind.failure(error, fields, indexes, elsewhere: title.span)
        }
        return AddDraft(
            kinds: kinds, today: today, fields: indexes, values: values,
            fingerprint: hasFingerprint ? DuplicateKey(kind)?.fingerprint(of: values) : nil)
    }

    func drafted(in kinds: Kinds, today: PartialDate) -> Self {
        /// A photo is read from a file, when the command runs.
        struct NeedsFile: Error {}
        var command = self
        command.draft = try? makeDraft(in: kinds, today: today, hasFingerprint: true) { _, _ in
            throw NeedsFile()
        }
        return command
    }
}
