import TroveModel
import TroveWire

extension SyncServer {
    /// Answers once the store could be read.
    func ready() throws -> ServerAnswer {
        try withSeat { seat in try seat.store.probe() }
        return .reply(ServerReply(status: 204), wakes: nil)
    }

    /// Returns the server's identity, protocol versions and limits. Does not use the store, so it
    /// responds even when the store is busy.
    func hello() -> ServerReply {
        ServerReply(status: 200, body: greeting)
    }
}
