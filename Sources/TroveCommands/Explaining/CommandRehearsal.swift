import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Explains a command: parses it, and runs it in a rehearsal.
struct CommandRehearsal {
    private let base: any CommandContext
    private let context: RehearsalContext
    private let expansion: AliasExpansion
    private let parsed: Result<Parsed, LanguageError>
    private var explanation: Explanation
    /// Whether the command shows the library as it was.
    private var isPast = false
    /// Whether the command is the preview of an import.
    private var isPreview = false

    /// The maximum number of changes in an explanation.
    private static let shownChanges = 1000

    /// Returns the explanation of a command as typed, with or without an alias.
    ///
    /// - Throws: an error if the library cannot be used; `isInterrupted` after Ctrl-C.
    static func explanation(
        of typed: String, in context: any CommandContext
    ) throws -> Explanation {
        // A failed rehearsal must not revert earlier commands.
        try context.commit()
        var rehearsal = CommandRehearsal(typed, context)
        rehearsal.readWords()
        // The command must not use up random numbers, so that it later gets the same ones.
        let random = context.surroundings.random
        defer { context.surroundings.random = random }
        try rehearsal.run()
        return rehearsal.explanation
    }

    private init(_ typed: String, _ base: any CommandContext) {
        self.base = base
        let context = RehearsalContext(of: base)
        self.context = context
        let expansion = AliasExpansion(of: typed, base.session.aliases)
        self.expansion = expansion
        parsed = Result { () throws(LanguageError) in
            let parsed = try CommandTable.parse(expansion.source, in: context.languageContext)
            return try CommandTable.ended(parsed, expansion.source)
        }
        explanation = Explanation(command: typed)
        explanation.alias = expansion.alias.map { ($0, expansion.source) }
    }

    private mutating func readWords() {
        var error: LanguageError?
        if case .failure(let failure) = parsed { error = failure }
        let reader = WordReader(context, expansion.source, error)
        let parts = CommandParts.of(
            expansion.source, error, CommandTable.vocabulary, in: context.languageContext)
        explanation.words = reader.words(parts)
        explanation.defaults = reader.defaults(parts)
    }

    // MARK: Running

    private mutating func run() throws {
        let command: any ShellCommand
        switch parsed {
        case .failure(let error): return note(error)
        case .success(.command(let parsed)): command = parsed
        case .success: return
        }
        let library = context.library
        let before = library.isReplicating ? try library.outbox.counts().waiting : nil
        try library.rehearse {
            try run(command)
            guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
            // What a preview changes is discarded anyway.
            if !isPreview { try noteChanges(queuedBefore: before) }
        }
        explanation.questions = context.questions
        if context.isEditing { explanation.isOpen = true }
        explanation.warnings =
            context.warnings + context.session.command.photos.warnings
            + explanation.warnings
        noteLocalCopy(command)
    }

    private mutating func run(_ command: any ShellCommand) throws {
        explanation.concernsItems = [.changesItems, .showsItems].contains(command.effect)
        do {
            if command.isRehearsable {
                isPast = command is AsOf
                try note(command.run(in: context))
            } else {
                explanation.outline = try command.outline(in: context)
                explanation.isOpen = true
            }
        } catch let stop as RehearsalStop {
            explanation.outline = [Message.wouldAsk(stop.source)]
            explanation.isOpen = true
        } catch let failure as CommandFailure where failure.reply != nil {
            try note(failure.reply ?? .nothing)
        } catch let error as LibraryError where !error.concernsCommand {
            throw error
        } catch {
            note(error)
        }
    }

    private mutating func note(_ error: any Error) {
        let report = expansion.report(ErrorReport(error))
        let typed = explanation.command
        explanation.mistake = Explanation.Mistake(
            report: report, instead: report.correction?.applied(to: typed))
        switch (error as? CommandFailure)?.problem {
        case .sync(.needsServer(let kind, let operation, _)):
            guard let index = context.kinds.index(named: kind.name) else { return }
            explanation.rulings = [ruling(operation, of: index, .refused)]
        case .importing(_, .allRejected(let report)): noteRejected(of: report)
        default: break
        }
    }

    private mutating func noteRejected(of report: ImportReport) {
        explanation.rejected = report.firstRejected
        explanation.rejectedCount = report.rejectedCount
    }

    private mutating func note(_ reply: Reply) throws {
        explanation.warnings += reply.warnings
        try noteContent(of: reply)
    }

    private mutating func noteContent(of reply: Reply) throws {
        switch reply {
        case .listing(let listing):
            for section in listing.sections { try note(section.rows.count, of: section.kind) }
            if listing.isEmpty { explanation.message = listing.nothing }
        case .counts(let counts, _):
            for count in counts {
                if let kind = context.kinds.index(named: count.kind.name) {
                    try note(count.count, of: kind)
                }
            }
        case .details(let items, _):
            for kind in context.kinds.indices {
                let count = items.count { $0.kind == kind }
                if count > 0 { try note(count, of: kind) }
            }
        case .text(let text): explanation.message = text
        case .imported(let report):
            isPreview = report.isPreview
            explanation.message =
                report.isPreview
                ? Message.preview(of: report, report.kinds)
                : Message.imported(report, report.kinds)
            noteRejected(of: report)
        case .changes(let reports):
            if let report = reports.first, reports.allSatisfy({ $0.change == nil }) {
                let name = Message.name(of: report.item, context.kinds[report.item.kind])
                explanation.message = report.note ?? Message.unchanged(name)
            }
        case .sequence(let replies):
            for reply in replies {
                if case .warning = reply { continue }
                try noteContent(of: reply)
            }
        case .past(let reply, _, _): try noteContent(of: reply)
        case .script, .watch, .codes, .quit: explanation.isOpen = true
        default: break
        }
    }

    private mutating func note(_ count: Int, of kind: KindIndex) throws {
        explanation.matches.append(
            Explanation.Match(
                kind: context.kinds[kind], count: count,
                total: isPast ? nil : try context.library.storedItems.count(of: kind)))
    }

    // MARK: Effects

    private mutating func noteChanges(queuedBefore before: Int?) throws {
        let library = context.library
        guard let rehearsed = library.rehearsed else { return }
        explanation.changeCount = rehearsed.count
        explanation.effects = try rehearsed.changes.prefix(Self.shownChanges).map { change in
            Explanation.Effect(
                change: change, kind: context.kinds[change.kind], title: try title(of: change),
                isDefinition: change.kind == context.kinds.definitions)
        }
        if let before {
            explanation.queue = (before, try library.outbox.counts().waiting)
        }
        guard rehearsed.count > 0, let last = rehearsed.lastChange else { return }
        let number = CommandNumber(rawValue: last + 1)
        explanation.logNumber = number
        explanation.isUndoable = try library.history.nextUndo()?.id == number
        if context.sync != nil, library.isReplicating { noteRulings(rehearsed) }
        if let it = context.session.it, it != base.session.it,
            let item = try library.item(numbered: it)
        {
            explanation.newIt = (context.kinds[item.kind], item)
        }
    }

    private func title(of change: Change) throws -> String {
        switch change.action {
        case .create(let values), .delete(let values):
            if case .text(let title)? = values.first { return title }
            return ""
        case .update:
            return try context.library.item(numbered: change.number)?.title ?? ""
        }
    }

    private mutating func noteRulings(_ rehearsed: Rehearsal) {
        let asked = Set(context.library.outbox.asked.map(\.id))
        let subjects = rehearsed.counts.keys.sorted {
            ($0.kind, $0.operation.rawValue) < ($1.kind, $1.operation.rawValue)
        }
        for subject in subjects {
            let isAsked = rehearsed.changes.contains {
                $0.kind == subject.kind && $0.action.operation == subject.operation
                    && asked.contains($0.id)
            }
            explanation.rulings.append(
                ruling(subject.operation, of: subject.kind, isAsked ? .asked : .queued))
        }
    }

    private func ruling(
        _ operation: Operation, of kind: KindIndex,
        _ outcome: Explanation.Ruling.Outcome
    ) -> Explanation.Ruling {
        let rule = context.library.offlineRules.rule(operation, of: kind)
        return Explanation.Ruling(
            kind: context.kinds[kind], operation: operation, rule: rule,
            isPolicy: rule != context.kinds[kind].offline[operation], outcome: outcome,
            isAssumed: outcome == .asked && context.sync?.state == .connecting)
    }

    /// Adds the warning that a question is answered from the local copy.
    private mutating func noteLocalCopy(_ command: any ShellCommand) {
        guard command.effect == .showsItems, explanation.mistake == nil,
            context.library.isReplicating, let sync = context.sync, !sync.state.isOnline,
            sync.state != .connecting
        else { return }
        explanation.warnings.append(
            Message.localCopy(
                sync.state, lastContact: sync.engine.lastContact,
                isPartial: context.isPartialCopy, now: context.surroundings.now))
    }
}

extension LibraryError {
    /// Whether the command caused the error; else the library itself failed.
    fileprivate var concernsCommand: Bool {
        switch self {
        case .isReadOnly, .isFull, .isNotUnderstood, .snapshot: true
        default: false
        }
    }
}
