import CCurl
import Glibc
import TroveSystem

/// The events that the client's thread has posted, with a descriptor to wait for them.
final class HTTPEventQueue: Sendable {
    /// Readable while events wait.
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

    /// Adds an event. May be called on any thread.
    func post(_ event: HTTPEvent) {
        events.withLock { events in
            // The counter follows the array: both change only under the lock, here and below.
            if events.isEmpty { setCounter() }
            events.append(event)
        }
    }

    /// Takes all events, oldest first.
    func take() -> [HTTPEvent] {
        events.withLock { events in
            if events.isEmpty { return [] }
            clearCounter()
            let taken = events
            events = []
            return taken
        }
    }

    /// Blocks until an event waits. Returns false after a timeout or a signal.
    func wait(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return SystemCall.poll(&request, milliseconds) > 0
    }

    private func setCounter() {
        var one: UInt64 = 1
        // A counter is eight bytes; it is zero now, so the write cannot block.
        _ = unsafe write(descriptor, &one, 8)
    }

    private func clearCounter() {
        var count: UInt64 = 0
        // Reading a counter takes eight bytes and resets it to zero.
        _ = unsafe read(descriptor, &count, 8)
    }
}
