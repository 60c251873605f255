import TroveLanguage
import TroveModel

extension TutorialCondition {
    /// Returns whether the condition holds in a sandbox. Names that the sandbox does not know, such
    /// as a deleted item, make it false.
    package func verdict(in state: SandboxState) -> Verdict {
        switch self {
        case .count(let kind, let comparison, let condition):
            return Self.count(kind.value, comparison, condition, state)
        case .exists(let kind, let condition):
            guard let rows = state.rows(of: kind.value, condition), let first = rows.first else {
                return Verdict(false)
            }
            return Verdict(true, .item(first.title, first.number))
        case .changed(let title, let field): return Self.changed(title.value, field?.value, state)
        case .shown(let title):
            let shown = state.record.shown.sorted().compactMap { state.now.item(numbered: $0) }
            let key = (title?.value).map(Folding.name)
            let item = shown.last { key == nil || Folding.name($0.title) == key }
            return Verdict(item != nil, item.map { .item($0.title, $0.number) } ?? .nothing)
        case .listed(let kind, let condition):
            guard let rows = state.rows(of: kind.value, condition), !rows.isEmpty else {
                return Verdict(false)
            }
            return Verdict(
                state.record.lists.contains(Set(rows.map(\.number))), .count(rows.count))
        case .asked(let verbs):
            return Verdict(verbs.contains { state.record.verbs.contains($0.value) })
        case .measure(let measure, let comparison):
            let (start, now) = state.measures[measure] ?? (0, 0)
            return Verdict(comparison.holds(now, start: start), .count(now))
        case .connection(let isOnline):
            return Verdict(state.connection == (isOnline ? .online : .offline))
        case .file(let name): return Verdict(state.files.contains(name.value))
        case .step(let step): return Verdict(state.doneSteps.contains(step - 1))
        case .not(let condition): return Verdict(!condition.verdict(in: state).holds)
        case .once(let condition): return condition.verdict(in: state)
        }
    }

    private static func count(
        _ kind: String, _ comparison: Comparison, _ condition: Condition?, _ state: SandboxState
    ) -> Verdict {
        let kinds = state.now.kinds
        let names = kind == anyKind ? kinds.titled.map { kinds[$0].name } : [kind]
        let now = names.flatMap { state.rows(of: $0, condition) ?? [] }
        let start = names.flatMap { state.rows(of: $0, condition, atStart: true) ?? [] }
        let known = Set(start.map(\.number))
        let new = now.last { !known.contains($0.number) }
        return Verdict(
            comparison.holds(now.count, start: start.count),
            new.map { .item($0.title, $0.number) } ?? .count(now.count))
    }

    private static func changed(
        _ title: String, _ field: String?, _ state: SandboxState
    ) -> Verdict {
        for item in state.itemsOfStart(titled: title) {
            guard let current = state.now.item(numbered: item.number) else { continue }
            let kind = state.now.kinds[item.kind]
            let fields: [FieldIndex]
            if let field {
                guard case .found(let index) = kind.match(field: field) else { continue }
                fields = [index]
            } else {
                fields = Array(kind.fieldIndices)
            }
            if fields.contains(where: { item.values[$0] != current.values[$0] }) {
                return Verdict(true, .item(current.title, current.number))
            }
        }
        return Verdict(false)
    }
}

extension SandboxState {
    /// Returns the items of a kind that meet a condition, sorted by number; nil if there is no such
    /// kind, or the condition does not fit it.
    fileprivate func rows(
        of name: String, _ condition: Condition?, atStart: Bool = false
    ) -> [Item]? {
        let catalog = atStart ? start : now
        guard let kind = catalog.kinds.index(of: name),
            let filter = try? condition?.resolve(for: catalog.kinds[kind], today: today)
                ?? .everything
        else { return nil }
        return catalog.tables[kind].rows(matching: filter).map { catalog.item(kind, at: $0) }
    }

    /// Returns the items whose whole title at the start was this text, regardless of case.
    fileprivate func itemsOfStart(titled title: String) -> [Item] {
        let key = Folding.name(title)
        return start.kinds.titled.flatMap { kind in
            start.tables[kind].rows(matching: .everything).map { start.item(kind, at: $0) }
        }.filter { Folding.name($0.title) == key }
    }
}
