import TroveLanguage
import TroveModel

/// The item that `add` adds, as far as it follows from the command alone.
///
/// It is an immutable class, because a copy of a structure retains each of its parts.
package final class AddDraft: Sendable {
    /// An item with its hashes.
    struct NewItem: Sendable {
        let kind: KindIndex
        /// A value for each field of the kind.
        let values: [Value?]
        /// The hashes of the item; nil if the kind has no duplicates.
        let fingerprint: DuplicateFingerprint?

        init(_ kind: KindIndex, _ values: [Value?], of kinds: Kinds) {
            self.kind = kind
            self.values = values
            fingerprint = DuplicateKey(kinds[kind])?.fingerprint(of: values)
        }
    }

    /// What the command adds, for `BulkAddition`.
    struct Addition: Sendable {
        let item: NewItem
        /// The record that the item was finished; nil for an item in another state.
        let record: NewItem?
        /// Whether a duplicate is added without a confirmation.
        let isConfirmed: Bool
    }

    /// The kinds that names were resolved against.
    let kinds: Kinds
    /// The day that dates are relative to.
    let today: PartialDate
    /// The field of each assignment.
    let fields: [FieldIndex]
    /// A value for each field of the kind, checked against its rules.
    let values: [Value?]
    /// What the command adds; nil if that was not computed ahead.
    let addition: Addition?

    init(
        kinds: Kinds, today: PartialDate, fields: [FieldIndex], values: [Value?],
        addition: Addition?
    ) {
        self.kinds = kinds
        self.today = today
        self.fields = fields
        self.values = values
        self.addition = addition
    }
}

extension Add {
    /// Drafts the item.
    ///
    /// - Parameters:
    ///   - kinds: the kinds.
    ///   - today: today's date.
    ///   - isAhead: whether what the command adds is computed ahead.
    ///   - photo: returns the value for a photo as typed, in place of a former value.
    /// - Returns: the draft.
    /// - Throws: the first error of the command that follows from the command alone.
    func makeDraft(
        in kinds: Kinds, today: PartialDate, isAhead: Bool,
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
            addition: isAhead ? addition(of: values, in: kinds) : nil)
    }

    /// Returns what the command adds if it is not refused.
    private func addition(of values: [Value?], in kinds: Kinds) -> AddDraft.Addition {
        let (item, list) = (kinds[kind].withoutEarlyCompletion(values), kinds.recordKind(of: kind))
        var record: AddDraft.NewItem?
        if let list, let (state, ladder) = kinds[kind].ladder, ladder.isLast(item[state]) {
            record = AddDraft.NewItem(
                list, kinds.record(of: item, kind, in: list, on: nil), of: kinds)
        }
        return AddDraft.Addition(
            item: AddDraft.NewItem(kind, item, of: kinds), record: record,
            isConfirmed: isConfirmed)
    }

    var addDraft: AddDraft? { draft }

    func drafted(in kinds: Kinds, today: PartialDate) -> Self {
        /// A photo is read from a file, when the command runs.
        struct NeedsFile: Error {}
        var command = self
        command.draft = try? makeDraft(in: kinds, today: today, isAhead: true) { _, _ in
            throw NeedsFile()
        }
        return command
    }
}
