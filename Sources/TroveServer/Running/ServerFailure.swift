/// Why a server cannot serve.
package enum ServerFailure: Error, Sendable, Hashable {
    /// There is no such host.
    case unknownHost(String)
    /// Other machines could connect there, and nobody has said that they may.
    case isOpenToOthers(ListenAddress)
    /// One cannot listen there; the system's number of the error.
    case cannotListen(ListenAddress, Int32)
    /// A file cannot be read; the system's number of the error.
    case cannotRead(String, Int32)
    /// A folder cannot be made; the system's number of the error.
    case cannotMake(String, Int32)
    /// A file must not be replaced.
    case isThere(String)
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

    /// Whether the command line is to blame.
    var isWrongUse: Bool {
        switch self {
        case .isOpenToOthers, .unknownHost: true
        default: false
        }
    }
}
