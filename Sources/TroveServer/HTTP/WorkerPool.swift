import TroveSystem

/// Threads for work that takes long or waits, with a bounded queue.
final class WorkerPool: Sendable {
    private struct Queue {
        private var jobs: [(@Sendable () -> Void)?] = []
        /// The place of the oldest job; those before it have begun.
        private var first = 0
        /// Places reserved for work that is not queued yet.
        var reserved = 0
        var running = 0
        var threads = 0
        var isClosed = false

        /// The number of jobs that have not begun.
        var waiting: Int { jobs.count - first }

        mutating func append(_ job: @escaping @Sendable () -> Void) { jobs.append(job) }

        /// Removes and returns the oldest job. Returns nil if no job waits.
        mutating func take() -> (@Sendable () -> Void)? {
            guard first < jobs.count else { return nil }
            // A job has the body of a request.
            let job = jobs[first]
            jobs[first] = nil
            first += 1
            // Moving the rest only now and then keeps each removal cheap on average.
            if first * 2 > jobs.count {
                jobs.removeSubrange(..<first)
                first = 0
            }
            return job
        }
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
            let taken = queue.waiting + queue.reserved + queue.running
            guard !queue.isClosed, taken < threads + waitingLimit else { return false }
            queue.reserved += 1
            return true
        }
    }

    /// Gives a reserved place back.
    func release() {
        queue.withLock { $0.reserved -= 1 }
    }

    /// Queues work in a reserved place.
    func run(_ work: @escaping @Sendable () -> Void) {
        let needsThread = queue.withLock { queue in
            queue.reserved -= 1
            queue.append(work)
            guard queue.threads < threads, queue.threads < queue.running + queue.waiting
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
            if let work = queue.withLock({ $0.take() }) { work() }
        }
    }

    /// Accepts no more work. The threads end after finishing the queued work.
    func close() {
        queue.withLock { $0.isClosed = true }
        queue.notify()
    }

    private func serve() {
        while true {
            let next = queue.wait { queue -> (@Sendable () -> Void)?? in
                if let work = queue.take() {
                    queue.running += 1
                    return work
                }
                guard queue.isClosed else { return nil }
                queue.threads -= 1
                return .some(nil)
            }
            guard let work = next else { return }
            work()
            queue.withLock { $0.running -= 1 }
        }
    }
}
