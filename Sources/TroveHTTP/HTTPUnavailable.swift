/// Why an HTTP client cannot be created.
package enum HTTPUnavailable: Error, Sendable, Hashable {
    /// libcurl could not be loaded: the Debian package that contains it, and the loader's message.
    case cannotLoad(package: String, reason: String)
    /// The system has no descriptor, thread or memory left: the value of `errno`.
    case noResources(code: Int32)
}
