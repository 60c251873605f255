package import TroveModel
import TroveSystem

/// The certificate for TLS handshakes. It can be reloaded while handshakes run.
package final class CertificateStore: Sendable {
    /// TLS 1.2 and 1.3 with forward secrecy and authenticated encryption only.
    static let priorities = """
        NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA\
        :-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD\
        :-SIGN-RSA-SHA1:-SIGN-ECDSA-SHA1:%SERVER_PRECEDENCE
        """

    private let certificatePath: String
    private let keyPath: String
    /// All certificates loaded so far, the current one last. The older ones are kept because
    /// handshakes hold pointers to them, and GnuTLS does not say when a handshake is over.
    private let certificates: Locked<[Certificate]>

    /// Loads a certificate chain, the server's certificate first, and its key from PEM files.
    ///
    /// - Throws: `ServerFailure`.
    package init(certificate: String, key: String) throws(ServerFailure) {
        certificatePath = certificate
        keyPath = key
        certificates = Locked([try Certificate(certificate: certificate, key: key)])
    }

    var current: Certificate? { certificates.withLock { $0.last } }

    /// When the current certificate expires; nil if it does not say.
    package var expiry: Timestamp? { current?.expiry }

    /// Loads the files again. If that fails, the current certificate stays.
    func reload() throws(ServerFailure) {
        let fresh = try Certificate(certificate: certificatePath, key: keyPath)
        certificates.withLock { $0.append(fresh) }
    }
}
