import TroveHTTP
import TroveModel
import TroveStore
import TroveSync

/// A command that is committed only after the server has replied.
struct Asking {
    let changes: [Change]
    /// The oracle's state before the command.
    let undo: Oracle.Undo
    /// Nil before the push.
    var push: CommandPush?
}

/// Commands that need the server, as in the shell.
extension SimulatedDevice {
    /// Pushes the operations of the open transaction.
    func ask(_ asking: Asking) throws {
        guard let library, let engine else { return }
        guard let push = try engine.startCommandPush(within: .seconds(2), at: moment) else {
            try library.outbox.takeBack(library.outbox.asked, areUsedUp: false, at: moment.time)
            try library.commit()
            world.oracle.takeBack(asking.undo)
            return
        }
        var asking = asking
        asking.push = push
        self.asking = asking
        if world.dies() {
            world.note(name, "is killed while it waits")
            kill()
        }
    }

    /// Handles the reply, or the failure to get one.
    func answered(
        _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool
    ) throws {
        guard let library, let engine, let asking, let push = asking.push else {
            return
        }
        self.asking = nil
        let asked = library.outbox.asked
        do {
            switch try engine.finish(push, result, mayHaveArrived: mayHaveArrived, at: moment) {
            case .taken(let outcome):
                let rejected = asked.filter { outcome.rejected[$0.number] != nil }
                try library.outbox.takeBack(rejected, areUsedUp: true, at: moment.time)
                try library.outbox.stopWaiting(for: asked)
                try library.commit()
                world.note(name, "was answered: \(asked.count) taken, not \(rejected.count)")
                world.oracle.settle(asking.undo, refused: Set(rejected.map(\.id)))
            case .notTaken:
                try library.outbox.takeBack(asked, areUsedUp: false, at: moment.time)
                try library.commit()
                world.note(name, "takes it back")
                world.oracle.takeBack(asking.undo)
            case .unknown:
                try library.outbox.keepUnconfirmed(asked)
                try library.commit()
                world.note(name, "keeps it unconfirmed")
                world.oracle.settle(asking.undo, refused: [])
            }
        } catch {
            library.rollback()
            failed(error)
            return
        }
        do {
            try engine.handle(.transactionEnded, at: moment)
        } catch {
            failed(error)
        }
        try step()
    }
}
