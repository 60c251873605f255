import TroveSystem

/// The certificate that handshakes are done with, which can be read anew while they are.
package final class CertificateStore: Sendable {
    /// TLS 1.2 and 1.3 with forward secrecy and authenticated encryption, and nothing else.
    static let priorities = """
        NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA\
        :-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD\
        :-SIGN-RSA-SHA1:-SIGN-ECDSA-SHA1:%SERVER_PRECEDENCE
        """

    private let certificatePath: String
    private let keyPath: String
    /// All that were read; the last one is current. Handshakes hold the others by their pointers,
    /// and nobody knows when the last of those is over.
    private let certificates: Locked<[Certificate]>

    /// Reads a certificate, with those above it behind it, and its key, from files in PEM.
    ///
    /// - Throws: `ServerFailure`.
    package init(certificate: String, key: String) throws(ServerFailure) {
        certificatePath = certificate
        keyPath = key
        certificates = Locked([try Certificate(certificate: certificate, key: key)])
    }

    var current: Certificate? { certificates.withLock { $0.last } }

    func reload() throws(ServerFailure) {
        let fresh = try Certificate(certificate: certificatePath, key: keyPath)
        certificates.withLock { $0.append(fresh) }
    }
}
