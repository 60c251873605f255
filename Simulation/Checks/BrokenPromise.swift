/// Something that must never be, and was.
package struct BrokenPromise: Error, CustomStringConvertible {
    /// Which promise of `Documentation/sync-protocol.md`, or which rule of the simulation.
    package let promise: String
    /// What was seen instead.
    package let detail: String

    init(_ promise: String, _ detail: String) {
        self.promise = promise
        self.detail = detail
    }

    package var description: String { "\(promise): \(detail)" }
}
