package import TroveModel

/// The changes that other shells and other devices have made: the first ones of each, and how many
/// items have changed.
package struct ArrivedChanges: Sendable, Hashable {
    /// A change with the title of its item.
    package struct Named: Sendable, Hashable {
        /// The title after the change; that of a deleted item before it.
        package let title: String
        /// The change.
        package let change: Change

        /// Creates a change with a title.
        package init(title: String, change: Change) {
            self.title = title
            self.change = change
        }
    }

    /// The changes of one device.
    package struct Group: Sendable, Hashable {
        /// The name of the device; nil for another shell on this one.
        package let device: String?
        /// The first changes, at most `namedLimit`. Changes of one item are combined.
        package fileprivate(set) var first: [Named] = []
        /// The number of changed items.
        package fileprivate(set) var count = 0
    }

    /// The number of changes with details in each group.
    package static let namedLimit = 2

    /// The changes of each device, in the order in which they arrived.
    package private(set) var groups: [Group] = []

    /// Creates an empty list.
    package init() {}

    /// The number of changed items.
    package var count: Int { groups.reduce(0) { $0 + $1.count } }

    /// The names of the devices, without other shells on this one.
    package var devices: Set<String> { Set(groups.compactMap(\.device)) }

    /// Adds changes in their order.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - device: the device that made them; nil for another shell on this one.
    ///   - title: returns the title of a change's item; nil if it is not known. Called for the
    ///     first changes only.
    package mutating func add(
        _ changes: [Change], from device: String?, title: (Change) throws -> String?
    ) rethrows {
        guard !changes.isEmpty else { return }
        let index = index(of: device)
        var known = Set(groups[index].first.map(\.change.number))
        groups[index].count += Set(changes.map(\.number)).subtracting(known).count
        for change in changes {
            let number = change.number
            if known.contains(number) {
                guard
                    let place = groups[index].first.firstIndex(where: {
                        $0.change.number == number
                    })
                else { continue }
                let former = groups[index].first[place]
                groups[index].first[place] = Named(
                    title: try title(change) ?? former.title,
                    change: former.change.followed(by: change))
            } else if groups[index].first.count < Self.namedLimit {
                known.insert(number)
                let title = try title(change) ?? ""
                groups[index].first.append(Named(title: title, change: change))
            }
        }
    }

    /// Adds later changes.
    package mutating func add(_ other: ArrivedChanges) {
        for group in other.groups {
            let titles = group.first.map { ($0.change.number, $0.title) }
            add(group.first.map(\.change), from: group.device) { change in
                titles.first { $0.0 == change.number }?.1
            }
            groups[index(of: group.device)].count += group.count - group.first.count
        }
    }

    /// Returns the position of a device's group, which is added if it is missing.
    private mutating func index(of device: String?) -> Int {
        if let index = groups.firstIndex(where: { $0.device == device }) { return index }
        groups.append(Group(device: device))
        return groups.count - 1
    }
}

extension Change {
    /// Returns one change with the effect of this one and a later one of the same item, for
    /// display.
    fileprivate func followed(by later: Change) -> Change {
        switch (action, later.action) {
        case (.create(var values), .update(let fields)):
            for field in fields { values[field.field] = field.after }
            return Change(kind: kind, number: number, id: id, action: .create(values))
        case (.update(var fields), .update(let others)):
            for other in others {
                guard let index = fields.firstIndex(where: { $0.field == other.field }) else {
                    fields.append(other)
                    continue
                }
                fields[index] = FieldChange(
                    field: other.field, before: fields[index].before, after: other.after)
            }
            return Change(kind: kind, number: number, id: id, action: .update(fields))
        default: return later
        }
    }
}
