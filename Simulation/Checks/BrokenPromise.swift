/// A violated guarantee.
package struct BrokenPromise: Error, CustomStringConvertible {
    /// The guarantee in `Documentation/sync-protocol.md`, or the rule of the simulation.
    package let promise: String
    /// What was observed instead.
    package let detail: String

    init(_ promise: String, _ detail: String) {
        self.promise = promise
        self.detail = detail
    }

    /// The guarantee and what was observed.
    package var description: String { "\(promise): \(detail)" }
}
