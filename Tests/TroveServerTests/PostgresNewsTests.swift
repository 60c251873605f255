import Testing
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

/// Servers on one database tell each other which users have new changes.
struct PostgresNewsTests {
    /// No user waits, as far as the servers know, so none of them checks the histories: only a
    /// notification wakes a user. The sender is not woken by its own.
    @Test func aNotificationWakesUsersOfOtherServers() throws {
        let address = try PostgresUnderTest.makeDatabase()
        try ServerStore.open(.postgres(address)).close()
        let (sender, receiver) = (PostgresNews(address: address), PostgresNews(address: address))
        let woken = Locked<(sender: Set<UserID>, receiver: Set<UserID>)>(([], []))
        try sender.start(
            waiting: { [:] }, wake: { user in woken.withLock { _ = $0.sender.insert(user) } })
        try receiver.start(
            waiting: { [:] }, wake: { user in woken.withLock { _ = $0.receiver.insert(user) } })
        let users = Set((1...1_000).map { UserID($0 << 40) })
        try Waiting.until("all users are woken") {
            // The receiver may not listen yet.
            for user in users { sender.note(user) }
            return woken.withLock { $0.receiver == users }
        }
        #expect(woken.withLock { $0.sender.isEmpty })
    }
}
