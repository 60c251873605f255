import CCurl
import Glibc
import TroveSystem

/// What the client's thread has to tell, and a descriptor to wait for it with.
final class EventQueue: Sendable {
    /// Readable as long as events wait.
    let descriptor: Int32
    private let events = Locked<[HTTPEvent]>([])

    /// - Throws: `HTTPUnavailable` when the process has too many descriptors.
    init() throws(HTTPUnavailable) {
        descriptor = trove_counter()
        guard descriptor >= 0 else { throw .noResources(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Adds an event, from any thread.
    func post(_ event: HTTPEvent) {
        events.withLock { events in
            // The counter goes with the array: both change only here, below and under the lock.
            if events.isEmpty { setCounter() }
            events.append(event)
        }
    }

    /// Takes all events, the oldest first.
    func take() -> [HTTPEvent] {
        events.withLock { events in
            if events.isEmpty { return [] }
            clearCounter()
            let taken = events
            events = []
            return taken
        }
    }

    /// Waits for an event; false when the time is over or a signal came.
    func wait(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // One record, as the call says.
        return unsafe poll(&request, 1, milliseconds) > 0
    }

    private func setCounter() {
        var one: UInt64 = 1
        // A counter takes eight bytes, and it is zero now, so there is room.
        _ = unsafe write(descriptor, &one, 8)
    }

    private func clearCounter() {
        var count: UInt64 = 0
        // A counter gives eight bytes and is zero then.
        _ = unsafe read(descriptor, &count, 8)
    }
}
