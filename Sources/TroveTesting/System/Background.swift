import TroveSystem

/// Something that is done beside a test, on a thread of its own, and that gives a value in the end.
package final class Background<Value: Sendable>: Sendable {
    private let value: Locked<Result<Value, any Error>?>
    private let thread: SystemThread

    /// Begins.
    ///
    /// - Throws: `SystemThread.CannotStart` when there can be no further thread.
    package init(_ body: @escaping @Sendable () throws -> Value) throws {
        let value = Locked<Result<Value, any Error>?>(nil)
        self.value = value
        thread = try SystemThread {
            let result = Result { try body() }
            value.withLock { $0 = result }
        }
    }

    /// Waits for the end; what was given.
    ///
    /// - Throws: What was thrown there.
    package func result() throws -> Value {
        thread.join()
        guard let result = value.withLock({ $0 }) else { throw NoResult() }
        return try result.get()
    }
}

/// A thread has ended without a value.
package struct NoResult: Error {}
