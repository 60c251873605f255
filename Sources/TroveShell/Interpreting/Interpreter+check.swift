import TroveModel
import TroveStore
import TroveSync
import TroveWire

/// Looking whether a library is as it was written.
extension Interpreter {
    func check() throws -> Reply {
        try session.settle()
        // What is looked at stays as it is until the end.
        try library.beginReading()
        var findings = try library.check { fraction in
            guard !session.isInterrupted() else { throw CommandFailure(.isInterrupted) }
            session.person?.progresses(fraction, Message.checking)
        }
        let count = try library.count()
        library.endReading()
        let isCompared = try compareWithServer(&findings)
        guard findings.isEmpty else {
            session.say(.report(Message.report(of: findings)))
            throw CommandFailure(
                .isDamaged(findings.count, isFromServer: findings.contains(where: \.isAboutServer)))
        }
        return .text(Message.isSound(count, isCompared ? library.account?.server : nil))
    }

    /// Compares what the server is known to have with what it has; false where it cannot be asked.
    private func compareWithServer(_ findings: inout [CheckFinding]) throws -> Bool {
        guard let sync = session.sync, sync.state.isOnline, library.account?.token != nil,
            let endpoints = sync.engine.endpoints
        else { return false }
        var seen: Set<ItemID> = []
        var last: String?
        while true {
            guard case .success(let json) = try sync.answer(to: endpoints.snapshot(after: last)),
                let page = try? SnapshotReply(json),
                page.cursor.epoch == library.account?.cursor?.epoch
            else { return false }
            findings += try library.check(page, seen: &seen)
            session.person?.progresses(nil, Message.checking)
            guard page.hasMore, let next = page.entries.last?.id.description, next != last else {
                if page.cursor.sequence == library.account?.cursor?.sequence {
                    findings += try library.checkMissing(besides: seen)
                }
                return true
            }
            last = next
        }
    }
}

extension CheckFinding {
    /// Whether another sync may mend it.
    fileprivate var isAboutServer: Bool {
        switch problem {
        case .differsFromServer, .isMissingHere, .isMissingThere: true
        default: false
        }
    }
}
