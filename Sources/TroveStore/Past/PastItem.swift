import TroveModel

/// What an item was at an earlier position of the log, relative to what it is now.
///
/// The changes since that position are reverted one by one, newest first. Each reversal is combined
/// with the later ones, so there is one value for each item in the end.
enum PastItem: Sendable {
    /// The item did not exist.
    case absent
    /// The item existed with this ID and these values, one for each field.
    case whole(ItemID, [Value?])
    /// These fields had other values than now.
    case fields([FieldIndex: Value?])

    /// Returns the item before a change, if `later` is the item after it, relative to now. Nil
    /// stands for an item without later changes.
    static func before(_ change: Change, _ later: PastItem?) -> PastItem {
        switch change.action {
        case .create: return .absent
        case .delete(let values): return .whole(change.id, values)
        case .update(let updates):
            switch later {
            case .absent?: return .absent
            case .whole(let id, var values)?:
                for update in updates { values[update.field] = update.before }
                return .whole(id, values)
            case .fields(var fields)?:
                for update in updates { fields[update.field] = .some(update.before) }
                return .fields(fields)
            case nil:
                return .fields(
                    Dictionary(updates.map { ($0.field, $0.before) }) { first, _ in first })
            }
        }
    }

    /// Returns the item as it was.
    ///
    /// - Parameters:
    ///   - number: the item's number.
    ///   - kind: the item's kind.
    ///   - now: the item as it is now; nil if it does not exist. Not every item needs it.
    /// - Returns: nil if the item did not exist.
    /// - Throws: what `now` throws.
    func item(
        _ number: ItemNumber, of kind: KindIndex, now: @autoclosure () throws -> Item?
    ) rethrows -> Item? {
        switch self {
        case .absent: return nil
        case .whole(let id, let values):
            return Item(kind: kind, number: number, id: id, values: values)
        case .fields(let fields):
            guard var item = try now() else { return nil }
            for (field, value) in fields { item.values[field] = value }
            return item
        }
    }
}
