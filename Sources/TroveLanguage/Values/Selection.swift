package import TroveModel

/// The items that meet a condition, in the place of a reference: `books where genre=scfi`.
package struct Selection: Sendable, Equatable {
    /// The kind of the items; nil for every kind that the condition applies to.
    package let kind: KindIndex?
    /// The condition that the items meet.
    package let condition: Condition
    /// The verb of the command.
    package let verb: String
    /// Whether several items need a confirmation: the verb can be confirmed with --yes, and the
    /// command does not have it.
    package let needsConfirmation: Bool

    /// The query for the items.
    package var query: Query {
        var query = Query()
        query.kind = kind
        query.condition = condition
        return query
    }
}
