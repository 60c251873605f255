import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveWire

/// Compares the library with its change log and with the server.
struct Check: ShellCommand {
    static let name = "check"
    static let effect = Effect.readsLibrary
    static let syntax = Syntax<Check>(
        .library, "check the library for damage",
        details: """
            It compares every item with the change log, photos with their digests, and the items \
            of a connected library with the server. It lists the differences and changes nothing.
            """,
        examples: [
            .init("check", "The library is sound: 4 items."),
            .init("delete Alien --yes", "Deleted movie 4: Alien"),
            .init("check", "The library is sound: 3 items."),
        ])

    var isRehearsable: Bool { false }

    func run(in context: any CommandContext) throws -> Reply {
        let library = context.library
        try context.commit()
        // The check must read a single state of the file.
        try library.beginReading()
        var findings = try LibraryCheck.findings(in: library) { fraction in
            guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
            context.user?.showProgress(fraction, Message.checking)
        }
        let count = try library.count()
        library.endReading()
        let isCompared = try compareWithServer(&findings, context)
        guard findings.isEmpty else {
            context.say(.report(Message.report(of: findings)))
            throw CommandFailure(.isDamaged(findings.count, CheckRemedy(for: findings)))
        }
        let counts = try library.outbox.counts()
        return .text(
            Message.isSound(
                count, library.account?.user == nil ? nil : library.account?.server,
                isCompared: isCompared, butFor: counts.waiting + counts.problems))
    }

    /// Compares the items with those of the server. Returns false if the server is not available.
    private func compareWithServer(
        _ findings: inout [CheckFinding], _ context: any CommandContext
    ) throws -> Bool {
        let library = context.library
        guard let sync = context.sync, sync.state.isOnline, library.account?.token != nil,
            let endpoints = sync.engine.endpoints
        else { return false }
        var check = ServerCheck(library)
        var last: String?
        while true {
            guard case .success(let json) = try sync.answer(to: endpoints.snapshot(after: last)),
                let page = try? SnapshotReply(json),
                page.cursor.epoch == library.account?.cursor?.epoch
            else { return false }
            findings += try check.compare(page)
            context.user?.showProgress(nil, Message.checking)
            guard page.hasMore, let next = page.entries.last?.id.description, next != last else {
                if page.cursor.sequence == library.account?.cursor?.sequence {
                    findings += try check.findMissing()
                }
                return true
            }
            last = next
        }
    }
}
