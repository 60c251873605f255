import CCurl
import TroveSystem

/// Orders for the client's thread.
///
/// The thread owns the multi handle, and frees it after it has seen that the mailbox is closed. The
/// lock covers both closing and waking, so the handle is never woken after that.
@safe
final class Mailbox: Sendable {
    /// An order.
    enum Order: Sendable {
        case start(HTTPRequest, id: Int)
        case cancel(id: Int)
        /// Posts `woken` at a time of `MonotonicClock`.
        case wake(at: Duration)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let curl: CurlLibrary
    /// `curl_multi_wakeup` is the only function that may be called on any thread.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

    init(curl: CurlLibrary, multi: UnsafeMutableRawPointer) {
        self.curl = curl
        unsafe self.multi = multi
    }

    /// Adds an order. Returns false when the mailbox is closed.
    func post(_ order: Order) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            // The handle is valid while the mailbox is open.
            _ = unsafe curl.functions.pointee.multi_wakeup(multi)
            return true
        }
    }

    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            // The thread frees the handle only after it has seen the closed mailbox.
            _ = unsafe curl.functions.pointee.multi_wakeup(multi)
        }
    }

    /// Takes all orders, oldest first, and says whether the mailbox is closed.
    func take() -> (orders: [Order], isClosed: Bool) {
        state.withLock { state in
            let taken = state.orders
            state.orders = []
            return (taken, state.isClosed)
        }
    }
}
