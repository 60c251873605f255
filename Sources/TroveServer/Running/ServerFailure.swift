/// Why a server cannot serve.
package enum ServerFailure: Error, Sendable, Hashable {
    /// There is no such host.
    case unknownHost(String)
    /// One cannot listen there; the system's number of the error.
    case cannotListen(ListenAddress, Int32)
    /// A file cannot be read; the system's number of the error.
    case cannotRead(String, Int32)
    /// The file holds no certificate, or a broken one.
    case noCertificate(String)
    /// The file holds no private key, or one that takes a password.
    case noKey(String)
    /// The key belongs to another certificate.
    case otherKey(certificate: String, key: String)
    /// The HTTP library does not start.
    case noDaemon
    /// The system has no threads left.
    case noThread
}
