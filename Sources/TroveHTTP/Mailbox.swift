import CCurl
import TroveSystem

/// What others want of the client's thread.
///
/// The thread owns the handle that is woken and lets it go when it has seen that the mailbox is
/// closed. Nobody wakes it up after that, because the lock is held for both.
@safe
final class Mailbox: Sendable {
    /// One wish.
    enum Order: Sendable {
        case start(HTTPRequest, id: Int)
        case cancel(id: Int)
        case wake(at: SuspendingClock.Instant)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let curl: CurlLibrary
    /// `curl_multi_wakeup` is the one function that any thread may call.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

    init(curl: CurlLibrary, multi: UnsafeMutableRawPointer) {
        self.curl = curl
        unsafe self.multi = multi
    }

    /// Adds a wish; false when the mailbox is closed.
    func post(_ order: Order) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            // The handle is alive, see above.
            _ = unsafe curl.functions.pointee.multi_wakeup(multi)
            return true
        }
    }

    /// Lets nothing further in.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            // The handle is alive, see above.
            _ = unsafe curl.functions.pointee.multi_wakeup(multi)
        }
    }

    /// Takes all wishes, the oldest first, and says whether those were the last.
    func take() -> (orders: [Order], isClosed: Bool) {
        state.withLock { state in
            let taken = state.orders
            state.orders = []
            return (taken, state.isClosed)
        }
    }
}
