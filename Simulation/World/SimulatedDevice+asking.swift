import TroveHTTP
import TroveModel
import TroveStore
import TroveSync

/// A command that is not committed before the server has answered.
struct Asking {
    let changes: [Change]
    /// How things stood before, for everyone who keeps account.
    let undo: Oracle.Undo
    /// Nil before it is asked.
    var question: SyncEngine.Question?
}

/// Commands that need the server, as the shell gives them.
extension SimulatedDevice {
    /// Pushes what the open transaction has.
    func ask(_ asking: Asking) throws {
        guard let library, let engine else { return }
        guard let question = try engine.ask(within: .seconds(2)) else {
            try library.outbox.takeBack(library.outbox.asked, areUsedUp: false)
            try library.commit()
            world.oracle.takeBack(asking.undo)
            return
        }
        var asking = asking
        asking.question = question
        self.asking = asking
        if world.dies() {
            world.note(name, "is killed while it waits")
            kill()
        }
    }

    /// The answer is here, or will never be.
    func answered(
        _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool
    ) throws {
        guard let library, let engine, let asking, let question = asking.question else {
            return
        }
        self.asking = nil
        let asked = library.outbox.asked
        var failure = false
        do {
            let verdict = try engine.answered(
                question, result, mayHaveArrived: mayHaveArrived, at: moment)
            switch verdict {
            case .taken(let outcome):
                let rejected = asked.filter { outcome.rejected[$0.number] != nil }
                try library.outbox.takeBack(rejected, areUsedUp: true)
                library.outbox.forgetAsked(through: question.last)
                try library.commit()
                world.note(name, "was answered: \(asked.count) taken, not \(rejected.count)")
                world.oracle.settle(asking.undo, refused: Set(rejected.map(\.id)))
            case .notTaken:
                try library.outbox.takeBack(asked, areUsedUp: false)
                try library.commit()
                failure = true
                world.note(name, "takes it back")
                world.oracle.takeBack(asking.undo)
            case .unknown:
                try library.outbox.keepUnconfirmed(asked)
                try library.commit()
                failure = true
                world.note(name, "keeps it unconfirmed")
                world.oracle.settle(asking.undo, refused: [])
            }
        } catch {
            library.rollback()
            failed(error)
            return
        }
        if failure {
            do {
                try engine.note(question, result, mayHaveArrived: mayHaveArrived, at: moment)
            } catch {
                failed(error)
            }
        }
        try step()
    }
}
