/// Why no client can be made.
package enum HTTPUnavailable: Error, Sendable, Equatable {
    /// libcurl could not be loaded: the Debian package that holds it, and the loader's words.
    case cannotLoad(package: String, reason: String)
    /// The system gave no descriptor, thread or memory: the value of `errno`.
    case noResources(code: Int32)
}
