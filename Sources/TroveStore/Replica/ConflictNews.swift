/// Conflicts that have arrived, or that another device has resolved: the first ones, and how many
/// there are.
package struct ConflictNews: Sendable, Hashable {
    /// A conflict with the title of its item.
    package struct Named: Sendable, Hashable {
        /// The field; nil for the item as a whole.
        package let field: String?
        /// The title of the item; nil if it is not known.
        package let title: String?

        /// Creates a conflict with a title.
        package init(field: String?, title: String?) {
            self.field = field
            self.title = title
        }
    }

    /// The number of conflicts with names.
    package static let namedLimit = 2

    /// The first conflicts, at most `namedLimit`.
    package private(set) var first: [Named] = []
    /// The number of conflicts.
    package private(set) var count = 0
    /// The names of the devices that have resolved them; empty for conflicts that have arrived.
    package private(set) var devices: Set<String> = []

    /// Creates an empty list.
    package init() {}

    /// Adds a conflict, and the device that has resolved it. `name` is called for the first
    /// conflicts only.
    package mutating func add(
        resolvedBy device: String? = nil, _ name: () throws -> Named
    ) rethrows {
        if let device { devices.insert(device) }
        if count < Self.namedLimit { first.append(try name()) }
        count += 1
    }

    /// Adds later conflicts.
    package mutating func add(_ other: ConflictNews) {
        first += other.first.prefix(Self.namedLimit - first.count)
        count += other.count
        devices.formUnion(other.devices)
    }
}
