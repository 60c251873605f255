import TroveSystem

/// The body of a request while it is received.
///
/// The bytes that it keeps count toward `HTTPDaemon.bodies` until it is dropped, even after they
/// were taken: the request holds them until it is answered.
struct ReceivedBody {
    private let daemon: HTTPDaemon
    private let holder: HeldBytes.Holder
    private var bytes: [UInt8] = []
    /// The bytes that count as held.
    private var held = 0
    /// How many bytes arrived and were not kept.
    private var discarded = 0

    init(_ daemon: HTTPDaemon, of holder: HeldBytes.Holder) {
        self.daemon = daemon
        self.holder = holder
    }

    /// Keeps a part of the body. Drops the whole body if it exceeds a limit.
    ///
    /// - Parameters:
    ///   - data: The part.
    ///   - limit: The greatest length of the body, in bytes.
    /// - Throws: `RequestFault` when this body is too large, or those in memory together are.
    mutating func keep(_ data: UnsafeRawBufferPointer, limit: Int) throws(RequestFault) {
        guard bytes.count + data.count <= limit else {
            drop()
            throw .largeBody(limit: limit)
        }
        let (count, holder, room) = (data.count, holder, daemon.limits.bodies)
        guard daemon.bodies.withLock({ $0.add(count, of: holder, within: room) }) else {
            drop()
            throw .muchData
        }
        held += count
        unsafe bytes.append(contentsOf: data)
    }

    /// Counts a part of a refused body. Returns false when more arrived than the server reads only
    /// to discard it.
    mutating func discard(_ count: Int) -> Bool {
        discarded += count
        return discarded <= daemon.limits.discardLimit
    }

    /// Returns the complete body.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Discards what was received. What was taken no longer counts as held.
    mutating func drop() {
        discarded += bytes.count
        bytes = []
        guard held > 0 else { return }
        let (count, holder) = (held, holder)
        daemon.bodies.withLock { $0.remove(count, of: holder) }
        held = 0
    }
}
