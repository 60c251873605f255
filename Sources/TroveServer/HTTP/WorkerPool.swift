import TroveSystem

/// Threads for work that takes long or waits, with a bounded queue.
final class WorkerPool: Sendable {
    private struct Queue {
        var waiting: [@Sendable () -> Void] = []
        /// Places reserved for work that is not queued yet.
        var reserved = 0
        var running = 0
        var threads = 0
        var isClosed = false
    }

    private let queue = Monitor(Queue())
    private let threads: Int
    private let waitingLimit: Int

    init(threads: Int, waiting: Int) {
        self.threads = threads
        waitingLimit = waiting
    }

    /// Reserves a place in the queue. Returns false if the queue is full.
    func reserve() -> Bool {
        queue.withLock { queue in
            let taken = queue.waiting.count + queue.reserved + queue.running
            guard !queue.isClosed, taken < threads + waitingLimit else { return false }
            queue.reserved += 1
            return true
        }
    }

    /// Queues work in a reserved place.
    func run(_ work: @escaping @Sendable () -> Void) {
        let needsThread = queue.withLock { queue in
            queue.reserved -= 1
            queue.waiting.append(work)
            guard queue.threads < threads, queue.threads < queue.running + queue.waiting.count
            else { return false }
            queue.threads += 1
            return true
        }
        guard needsThread else {
            queue.notifyOne()
            return
        }
        do throws(SystemThread.CannotStart) {
            try SystemThread.detach { self.serve() }
        } catch {
            queue.withLock { $0.threads -= 1 }
            // Without a worker thread, the calling thread does the work.
            if let work = queue.withLock({ $0.waiting.popLast() }) { work() }
        }
    }

    /// Accepts no more work. The threads end after finishing the queued work.
    func close() {
        queue.withLock { $0.isClosed = true }
        queue.notify()
    }

    private func serve() {
        while true {
            let next = queue.wait { queue, _ -> (@Sendable () -> Void)?? in
                if !queue.waiting.isEmpty {
                    queue.running += 1
                    return .some(queue.waiting.removeFirst())
                }
                guard queue.isClosed else { return nil }
                queue.threads -= 1
                return .some(nil)
            }
            guard let work = next ?? nil else { return }
            work()
            queue.withLock { $0.running -= 1 }
        }
    }
}
