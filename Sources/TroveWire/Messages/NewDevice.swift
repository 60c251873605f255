/// The body of `POST /v1/devices`.
package struct NewDevice: Sendable, Hashable {
    /// The name of the device.
    package let name: String

    /// Creates a request.
    package init(name: String) { self.name = name }
}
