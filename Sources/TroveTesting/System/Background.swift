import TroveSystem

/// Work that runs beside a test on its own thread, and returns a value.
package final class Background<Value: Sendable>: Sendable {
    private let value: Locked<Result<Value, any Error>?>
    private let thread: SystemThread

    /// Starts the work.
    ///
    /// - Throws: `SystemThread.CannotStart` when the system refuses a thread.
    package init(_ body: @escaping @Sendable () throws -> Value) throws {
        let value = Locked<Result<Value, any Error>?>(nil)
        self.value = value
        thread = try SystemThread {
            let result = Result { try body() }
            value.withLock { $0 = result }
        }
    }

    /// Waits for the end and returns the value.
    ///
    /// - Throws: The error of the work.
    package func result() throws -> Value {
        thread.join()
        guard let result = value.withLock({ $0 }) else { throw NoResult() }
        return try result.get()
    }
}

/// The thread ended without a value.
package struct NoResult: Error {}
