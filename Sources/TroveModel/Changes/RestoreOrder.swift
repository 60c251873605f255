/// Orders changes that restore an earlier state so that names which must be unique are unique after
/// each of them: deletions come first, then updates, then creations, and an update that takes a
/// name follows the one that frees it. Where updates exchange names, one item gives up its name
/// first.
package struct RestoreOrder {
    private let kinds: Kinds
    private var updates: [Change] = []
    /// The places of the updates that free names.
    private var freeing: [Name: Int] = [:]
    private var steps: [Step] = []
    private var ordered: [Change] = []

    /// The progress of placing an update.
    private enum Step {
        case none
        /// It waits for another update.
        case waiting
        case placed
    }

    private struct Name: Hashable {
        let kind: KindIndex
        let name: UniqueNames.Name
    }

    /// Creates an order for changes of items of these kinds.
    package init(_ kinds: Kinds) {
        self.kinds = kinds
    }

    /// Returns the changes in their order, and the additional updates by which items give up names.
    package func sorted(_ changes: [Change]) -> [Change] {
        var order = self
        order.updates = changes.filter { $0.action.operation == .update }
        order.placeUpdates()
        return changes.filter(\.action.isDeletion) + order.ordered
            + changes.filter(\.action.isCreation)
    }

    private mutating func placeUpdates() {
        steps = Array(repeating: .none, count: updates.count)
        for place in updates.indices {
            for field in uniqueFields(of: place) {
                if let name = name(field.before, of: field, at: place) { freeing[name] = place }
            }
        }
        for place in updates.indices { self.place(place) }
    }

    /// Places an update after all those that it waits for, directly or indirectly.
    private mutating func place(_ update: Int) {
        var path = [update]
        while let place = path.last {
            if steps[place] != .placed, let (name, other) = obstacle(of: place) {
                steps[place] = .waiting
                if steps[other] == .waiting {
                    giveUp(name, at: other)
                } else {
                    path.append(other)
                }
                continue
            }
            if steps[place] != .placed { ordered.append(updates[place]) }
            steps[place] = .placed
            path.removeLast()
        }
    }

    /// Returns a name that an update takes but another update has not freed yet.
    private func obstacle(of place: Int) -> (name: Name, other: Int)? {
        for field in uniqueFields(of: place) {
            if let name = name(field.after, of: field, at: place), let other = freeing[name],
                other != place, steps[other] != .placed
            {
                return (name, other)
            }
        }
        return nil
    }

    /// Frees a name before its update can be placed. Meanwhile, the title of the item is its id;
    /// any other field is empty.
    private mutating func giveUp(_ name: Name, at place: Int) {
        freeing[name] = nil
        let update = updates[place]
        guard case .update(var fields) = update.action,
            let index = fields.firstIndex(where: {
                self.name($0.before, of: $0, at: place) == name
            })
        else { return }
        let field = fields[index]
        let between =
            field.field == Kind.titleIndex ? Value.text(update.id.description) : nil
        func change(_ fields: [Change.FieldChange]) -> Change {
            Change(kind: update.kind, number: update.number, id: update.id, action: .update(fields))
        }
        ordered.append(
            change([Change.FieldChange(field: field.field, before: field.before, after: between)]))
        fields[index] = Change.FieldChange(field: field.field, before: between, after: field.after)
        updates[place] = change(fields)
    }

    private func uniqueFields(of place: Int) -> [Change.FieldChange] {
        guard case .update(let fields) = updates[place].action else { return [] }
        let unique = kinds[updates[place].kind].uniqueFields
        return fields.filter { unique.contains($0.field) }
    }

    private func name(_ value: Value?, of field: Change.FieldChange, at place: Int) -> Name? {
        guard case .text(let text)? = value else { return nil }
        return Name(
            kind: updates[place].kind, name: UniqueNames.Name(text, of: field.field))
    }
}
