import TroveModel
package import TroveStore

/// Adds the items of successive `add` commands in a script together.
///
/// The library, its log and the replies are the same as if the commands ran one by one, but work
/// that each of them would repeat is done once.
package struct BulkAddition {
    private let context: any CommandContext
    private let library: Library
    private let kinds: Kinds
    private let today: PartialDate
    private let asksFirst: Bool

    /// Prepares an addition; nil if the commands must run one by one.
    package init?(in context: any CommandContext) {
        guard context.library.takesNewItems, !context.library.mayNeedMigration,
            context.user == nil, context.sync == nil
        else { return nil }
        self.context = context
        library = context.library
        kinds = context.kinds
        today = context.surroundings.today
        asksFirst = context.session.asksFirst
    }

    /// Adds items, up to the first one whose command may do something else, such as ask a question.
    ///
    /// - Returns: The number of items that were added, and the replies of their commands.
    /// - Throws: `LibraryError` if the library cannot be written.
    package func add(
        _ drafts: [AddDraft]
    ) throws(LibraryError) -> (count: Int, reply: Reply) {
        var items = NewItems()
        var reports: [ChangeReport] = []
        var count = 0
        for draft in drafts {
            guard draft.kinds === kinds, draft.today == today, canAdd(draft),
                let item = item(draft.item)
            else { break }
            if let drafted = draft.record {
                guard let record = self.item(drafted) else { break }
                items.append(item, record)
                reports.append(ChangeReport(change: .create(item), item: item))
                reports.append(
                    ChangeReport(
                        change: .create(record), item: record,
                        note: Message.noDate(record, kinds[record.kind])))
                note(drafted, record.number)
            } else {
                items.append(item)
                reports.append(ChangeReport(change: .create(item), item: item))
            }
            note(draft.item, item.number)
            context.session.it = item.number
            count += 1
        }
        guard count > 0 else { return (0, .nothing) }
        try library.add(items, context.authorship)
        return (count, .changes(reports))
    }

    /// Returns whether a command only adds an item, and its record if it has one.
    private func canAdd(_ draft: AddDraft) -> Bool {
        let item = draft.item
        guard kinds[item.kind].uniqueFields.isEmpty else { return false }
        if asksFirst, !draft.isConfirmed, mayExist(item, isTitleEnough: true) { return false }
        guard let record = draft.record else { return true }
        let kind = kinds[record.kind]
        let key = kind.index(ofRole: .catalogueKey)
        return kind.uniqueFields.isEmpty && library.isLoaded(record.kind)
            && key.flatMap { record.values[$0] } == nil
            && !mayExist(record, isTitleEnough: false)
    }

    private func mayExist(_ item: AddDraft.NewItem, isTitleEnough: Bool) -> Bool {
        item.fingerprint.map {
            library.duplicates.mayExist($0, kind: item.kind, isTitleEnough: isTitleEnough)
        } ?? false
    }

    /// Lets later commands find the item as a duplicate.
    private func note(_ item: AddDraft.NewItem, _ number: ItemNumber) {
        guard let fingerprint = item.fingerprint else { return }
        library.duplicates.note(fingerprint, kind: item.kind, number: number)
    }

    /// Returns an item with a new number; nil if no number is left.
    private func item(_ new: AddDraft.NewItem) -> Item? {
        guard let number = try? library.takeNumber() else { return nil }
        return Item(
            kind: new.kind, number: number, id: context.makeItemID(), values: new.values)
    }
}
