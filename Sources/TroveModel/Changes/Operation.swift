/// An operation on an item. The raw value is used in the change log, in JSON and in messages.
package enum Operation: String, Sendable, Hashable, CaseIterable {
    case create, update, delete
}
