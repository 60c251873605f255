import TroveWire

/// The bytes that requests hold in memory, such as their bodies. Each client has a share of the
/// room, so that one cannot take all of it.
struct HeldBytes: Sendable {
    /// Who holds bytes.
    enum Holder: Sendable, Hashable {
        /// A user whose device has shown a valid token lately.
        case user(UserID)
        /// A client without a valid token, by its address.
        case unauthenticated(PeerAddress.Key)

        fileprivate var isUnauthenticated: Bool {
            if case .unauthenticated = self { true } else { false }
        }
    }

    private var all = 0
    private var unauthenticatedBytes = 0
    private var ofHolder: [Holder: Int] = [:]

    /// Adds bytes of a holder. Returns false, and adds nothing, if there is no room for them: of
    /// all together, of the holder, or of clients without a valid token, who have half of the room.
    mutating func add(_ count: Int, of holder: Holder, within room: HTTPLimits.Room) -> Bool {
        let own = (ofHolder[holder] ?? 0) + count
        guard all + count <= room.all, own <= room.ofClient,
            !holder.isUnauthenticated || unauthenticatedBytes + count <= room.all / 2
        else { return false }
        all += count
        if holder.isUnauthenticated { unauthenticatedBytes += count }
        ofHolder[holder] = own
        return true
    }

    /// Removes bytes that were added for a holder.
    mutating func remove(_ count: Int, of holder: Holder) {
        all -= count
        if holder.isUnauthenticated { unauthenticatedBytes -= count }
        let rest = (ofHolder[holder] ?? 0) - count
        ofHolder[holder] = rest > 0 ? rest : nil
    }
}
