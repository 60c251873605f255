import CCurl
import Glibc
import TroveSystem

/// The work of the client's thread: it takes orders, runs the transfers and posts the events.
final class Worker {
    /// The maximum number of idle handles kept for later requests.
    private static let maximumIdleHandles = 8

    private let curl: CurlLibrary
    private let multi: MultiHandle
    private let settings: ClientSettings
    private let mailbox: Mailbox
    private let events: HTTPEventQueue
    private var transfers: [Transfer] = []
    private var idleHandles: [EasyHandle] = []
    /// When to post `woken`, a time of `MonotonicClock`.
    private var wakeTime: Duration?

    init(
        curl: CurlLibrary, multi: MultiHandle, settings: ClientSettings, mailbox: Mailbox,
        events: HTTPEventQueue
    ) {
        self.curl = curl
        self.multi = multi
        self.settings = settings
        self.mailbox = mailbox
        self.events = events
    }

    /// Works until the mailbox is closed.
    func run() {
        while true {
            let (orders, isClosed) = mailbox.take()
            for order in orders { carryOut(order) }
            if isClosed { break }
            let isInOrder = multi.perform()
            while let (transfer, code) = multi.takeEnded() {
                end(transfer, with: transfer.ended(code))
            }
            if !isInOrder { endAll(.other("libcurl reported an internal error")) }
            postWake()
            if !multi.poll(milliseconds: pollTime) {
                // Avoid a busy loop: the next poll would fail at once too.
                SystemThread.sleep(for: .milliseconds(10))
            }
        }
        endAll(.cancelled)
    }

    private func carryOut(_ order: Mailbox.Order) {
        switch order {
        case .start(let request, let id): start(request, id: id)
        case .cancel(let id):
            for transfer in transfers where transfer.id == id {
                end(transfer, with: transfer.failed(.cancelled))
            }
        case .wake(let time): wakeTime = time
        }
    }

    private func start(_ request: HTTPRequest, id: Int) {
        var failure = HTTPFailure.other("out of memory")
        if let handle = idleHandles.popLast() ?? EasyHandle(curl: curl) {
            do throws(HTTPFailure) {
                let transfer = try Transfer(request, id: id, handle: handle, settings: settings)
                if multi.add(transfer) {
                    transfers.append(transfer)
                    return
                }
            } catch {
                failure = error
            }
        }
        events.post(.finished(id: id, .failure(failure), mayHaveArrived: false))
    }

    /// Removes a transfer and posts its event.
    private func end(_ transfer: Transfer, with event: HTTPEvent) {
        multi.remove(transfer)
        transfers.removeAll { $0 === transfer }
        transfer.handle.reset()
        if idleHandles.count < Self.maximumIdleHandles { idleHandles.append(transfer.handle) }
        events.post(event)
    }

    private func endAll(_ failure: HTTPFailure) {
        for transfer in transfers { end(transfer, with: transfer.failed(failure)) }
    }

    private func postWake() {
        guard let time = wakeTime, time <= MonotonicClock.uptime else { return }
        wakeTime = nil
        events.post(.woken)
    }

    /// The time until the next timer, in milliseconds, rounded up. libcurl returns sooner for its
    /// own timeouts.
    private var pollTime: Int32 {
        guard let wakeTime else { return 3_600_000 }
        return (wakeTime - MonotonicClock.uptime).pollMilliseconds
    }
}
