import TroveModel
import TroveWire

extension SyncServer {
    /// Answers whether the store can be used. It does not wait for a database that is down. A
    /// draining server refuses, so that load balancers send their requests elsewhere.
    func ready() throws -> ServerAnswer {
        guard !isDraining else { return .reply(RequestFault.stopping.reply, wakes: nil) }
        if let probe {
            if let fault = pool.fault ?? probe() {
                trouble.note(fault, at: now())
                throw ServerRefusal.isNotReady
            }
        } else {
            try withConnection { connection in try connection.store.probe() }
        }
        trouble.noteSuccess(isWrite: false, at: now())
        return .reply(ServerReply(status: 204), wakes: nil)
    }

    /// Returns the server's identity, protocol versions and limits. Does not use the store, so it
    /// responds even when the store is busy.
    func hello() -> ServerReply {
        ServerReply(status: 200, body: greeting)
    }
}
