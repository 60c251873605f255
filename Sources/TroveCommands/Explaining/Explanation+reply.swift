import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Showing an explanation.
extension Explanation {
    /// The number of changes and texts that users see.
    private static let shown = 10

    /// The reply for users: the words of the command, and then what it would do.
    var reply: Reply {
        let rows = words.map { [JSON.string($0.text), JSON.string($0.meaning)] }
        var table = Report(["word", "meaning"], rows)
        table.titleColumn = 1
        let facts = facts.map { (name: $0.name, value: JSON.string($0.text)) }
        return .sequence([.report(table), .text(""), .report(Report(facts))])
    }

    private var facts: [(name: String, text: TerminalText)] {
        var facts: [(name: String, text: TerminalText)] = []
        func add(_ name: String, _ lines: [TerminalText]) {
            guard !lines.isEmpty else { return }
            facts.append((name, lines.joined(separator: "\n")))
        }
        add("alias", alias.map { ["\($0.name) stands for `\($0.source)`"] } ?? [])
        add("defaults", defaults.map { "\($0.name) \($0.shown)" })
        add("does", outline)
        add("asks", questions)
        add("finds", matches.map(Message.matches))
        add("changes", changeLines)
        add("rejects", rejectLines)
        add("prints", message.map { Array($0.lines.prefix(Self.shown)) } ?? [])
        add("warns", warnings)
        add("offline", rulings.map(Message.ruling))
        if let queue, let places = Message.queued(before: queue.before, after: queue.after) {
            add("queue", [places])
        }
        if let logNumber {
            add("log", [Message.logged(as: logNumber.rawValue, isUndoable: isUndoable)])
        }
        add("it", newIt.map { [Message.name(of: $0.item, $0.kind)] } ?? [])
        add("error", mistake.map { [$0.report.text] + ($0.report.advice.map { [$0] } ?? []) } ?? [])
        add("instead", mistake?.instead.map { ["`\($0)`"] } ?? [])
        add("exit status", [exitStatus.map { "\($0)" } ?? Message.statusIsOpen])
        return facts
    }

    private var rejectLines: [TerminalText] {
        let lines = rejected.prefix(Self.shown).map(Message.rejects)
        let rest = (rejectedCount ?? 0) - lines.count
        return rest > 0 ? lines + [Message.moreRows(rest)] : lines
    }

    private var changeLines: [TerminalText] {
        guard changeCount > 0 else {
            let isKnown = mistake == nil && outline.isEmpty && !isOpen && concernsItems
            return isKnown ? [Message.changesNothing] : []
        }
        let lines = effects.prefix(Self.shown).map(Message.wouldChange)
        let rest = changeCount - lines.count
        return rest > 0 ? lines + [Message.moreChanges(rest, of: changeCount)] : lines
    }
}
