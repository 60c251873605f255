import TroveLanguage
import TroveModel

/// What `add` adds, as far as the command alone determines it, for `BulkAddition`.
///
/// The draft and its parts are immutable classes, because copying a structure retains each of its
/// parts.
package final class AddDraft: Sendable {
    /// An item with its hashes.
    final class NewItem: Sendable {
        let kind: KindIndex
        /// A value for each field of the kind, checked against its rules.
        let values: [Value?]
        /// The hashes of the item; nil if the kind has no duplicate key.
        let fingerprint: DuplicateFingerprint?

        init(_ kind: KindIndex, _ values: [Value?], of kinds: Kinds) {
            self.kind = kind
            self.values = values
            fingerprint = DuplicateKey(kinds[kind])?.fingerprint(of: values)
        }
    }

    /// The kinds that names were resolved against.
    let kinds: Kinds
    /// The day that dates are relative to.
    let today: PartialDate
    let item: NewItem
    /// The record of finishing the item; nil for an item that is not in its last state.
    let record: NewItem?
    /// Whether a duplicate is added without confirmation.
    let isConfirmed: Bool

    init(
        kinds: Kinds, today: PartialDate, item: NewItem, record: NewItem?, isConfirmed: Bool
    ) {
        self.kinds = kinds
        self.today = today
        self.item = item
        self.record = record
        self.isConfirmed = isConfirmed
    }
}

extension Add {
    func addDraft(in kinds: Kinds, today: PartialDate) -> AddDraft? {
        // A word was probably meant as a kind, so the command must run on its own to show the
        // warning.
        guard likelyKind == nil else { return nil }
        /// Thrown for a photo, whose file is read only when the command runs.
        struct NeedsFile: Error {}
        let checked = try? values(in: kinds, today: today) { _, _ in throw NeedsFile() }
        guard let checked else { return nil }
        let values = kinds[kind].withoutEarlyCompletion(checked.values, given: checked.fields)
        var record: AddDraft.NewItem?
        if let list = kinds.recordKind(of: kind), let (state, ladder) = kinds[kind].ladder,
            ladder.isLast(values[state])
        {
            record = AddDraft.NewItem(
                list, kinds.record(of: values, kind, in: list, on: nil), of: kinds)
        }
        return AddDraft(
            kinds: kinds, today: today, item: AddDraft.NewItem(kind, values, of: kinds),
            record: record, isConfirmed: isConfirmed)
    }
}
