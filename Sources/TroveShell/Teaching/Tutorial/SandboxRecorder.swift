import TroveCommands
import TroveLanguage
import TroveLessons
import TroveModel

/// Records what the commands in a sandbox have shown.
final class SandboxRecorder: CommandObserver {
    private var record = SandboxRecord()

    /// Returns the record. The next one has only the verbs of later commands.
    func take() -> SandboxRecord {
        defer { record.verbs = [] }
        return record
    }

    func observe(_ command: any ShellCommand, _ reply: Reply) {
        record.verbs.insert(type(of: command).name)
        add(reply)
    }

    func observe(_ report: ErrorReport) {}

    private func add(_ reply: Reply) {
        switch reply {
        case .details(let items, _): record.shown.formUnion(items.map(\.number))
        case .listing(let listing):
            let numbers = listing.sections.flatMap { section in
                section.rows.map { listing.catalog.tables[section.kind].number(at: $0) }
            }
            record.lists.insert(Set(numbers))
        case .sequence(let replies): for reply in replies { add(reply) }
        case .past(let reply, _, _): add(reply)
        default: break
        }
    }
}
