import CMicroHTTPD
import Glibc
import TroveModel
import TroveSystem

/// A certificate chain and its private key, for TLS handshakes.
///
/// `deinit` frees the GnuTLS objects. They do not change after `init`, and GnuTLS allows concurrent
/// reads.
@safe
final class Certificate: @unchecked Sendable {
    /// The server's certificate, followed by its issuers; `count` in all.
    let chain: UnsafeMutablePointer<gnutls_pcert_st>
    let count: Int
    let key: gnutls_privkey_t
    /// When the server's certificate expires; nil if it does not say.
    let expiry: Timestamp?

    /// The most certificates in a chain.
    private static let limit = 16

    /// Reads a chain and a key from PEM files.
    ///
    /// - Throws: `ServerFailure`.
    init(certificate: String, key keyPath: String) throws(ServerFailure) {
        let chain = unsafe try Self.chain(in: certificate)
        let key: gnutls_privkey_t
        do throws(ServerFailure) {
            unsafe key = try unsafe Self.key(in: keyPath, certificate, chain.pointer)
        } catch {
            unsafe Self.free(chain.pointer, chain.count)
            throw error
        }
        unsafe self.chain = unsafe chain.pointer
        count = unsafe chain.count
        unsafe self.key = unsafe key
        expiry = unsafe Self.expiry(of: chain.pointer)
    }

    deinit {
        unsafe Self.free(chain, count)
        unsafe gnutls_privkey_deinit(key)
    }

    private static func free(_ chain: UnsafeMutablePointer<gnutls_pcert_st>, _ count: Int) {
        for index in 0..<count { unsafe gnutls_pcert_deinit(chain + index) }
        unsafe chain.deallocate()
    }

    /// Reads a PEM file of at most 1 MiB. It may be a pipe, such as one from a secret store.
    ///
    /// - Throws: `ServerFailure.cannotRead`.
    private static func read(_ path: String) throws(ServerFailure) -> [UInt8] {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path, limit: 1 << 20, from: .stream)
        } catch {
            throw .cannotRead(path, error.number)
        }
    }

    private static func chain(
        in path: String
    ) throws(ServerFailure) -> (pointer: UnsafeMutablePointer<gnutls_pcert_st>, count: Int) {
        var text = try read(path)
        let chain = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: limit)
        // GnuTLS sets `count` to the number of elements that it filled, and keeps no pointer.
        var count = UInt32(limit)
        let result = unsafe text.withUnsafeMutableBytes { bytes in
            var datum = unsafe gnutls_datum_t(
                data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                size: UInt32(bytes.count))
            return unsafe gnutls_pcert_list_import_x509_raw(
                chain, &count, &datum, GNUTLS_X509_FMT_PEM, 0)
        }
        guard result == 0, count > 0 else {
            unsafe chain.deallocate()
            throw .noCertificate(path)
        }
        return unsafe (chain, Int(count))
    }

    private static func key(
        in path: String, _ certificate: String, _ chain: UnsafeMutablePointer<gnutls_pcert_st>
    ) throws(ServerFailure) -> gnutls_privkey_t {
        if let status = FileStatus(of: path), status.permissions & S_IROTH != 0 {
            throw .keyIsOpen(path)
        }
        var text = try read(path)
        var made: gnutls_privkey_t?
        guard unsafe gnutls_privkey_init(&made) == 0, let key = unsafe made else {
            throw .noKey(path)
        }
        let result = unsafe text.withUnsafeMutableBytes { bytes in
            var datum = unsafe gnutls_datum_t(
                data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                size: UInt32(bytes.count))
            return unsafe gnutls_privkey_import_x509_raw(key, &datum, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard result == 0 else {
            unsafe gnutls_privkey_deinit(key)
            throw .noKey(path)
        }
        guard unsafe isPair(chain, key) else {
            unsafe gnutls_privkey_deinit(key)
            throw .otherKey(certificate: certificate, key: path)
        }
        return unsafe key
    }

    /// Returns whether the first certificate of a chain belongs to this key.
    private static func isPair(
        _ chain: UnsafeMutablePointer<gnutls_pcert_st>, _ key: gnutls_privkey_t
    ) -> Bool {
        var made: gnutls_pubkey_t?
        guard unsafe gnutls_pubkey_init(&made) == 0, let publicKey = unsafe made else {
            return false
        }
        defer { unsafe gnutls_pubkey_deinit(publicKey) }
        guard unsafe gnutls_pubkey_import_privkey(publicKey, key, 0, 0) == 0,
            let own = unsafe chain.pointee.pubkey
        else { return false }
        return unsafe identity(of: publicKey) == identity(of: own)
    }

    /// Returns when the first certificate of a chain expires.
    private static func expiry(of chain: UnsafeMutablePointer<gnutls_pcert_st>) -> Timestamp? {
        var made: gnutls_x509_crt_t?
        guard unsafe gnutls_pcert_export_x509(chain, &made) == 0, let certificate = unsafe made
        else {
            return nil
        }
        defer { unsafe gnutls_x509_crt_deinit(certificate) }
        let seconds = unsafe gnutls_x509_crt_get_expiration_time(certificate)
        return seconds < 0 ? nil : Timestamp(milliseconds: seconds * 1000)
    }

    /// Returns a digest of a public key.
    private static func identity(of key: gnutls_pubkey_t) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 64)
        // GnuTLS writes at most `count` bytes and sets `count` to their number.
        var count = digest.count
        let flags = UInt32(GNUTLS_KEYID_USE_SHA256.rawValue)
        guard unsafe gnutls_pubkey_get_key_id(key, flags, &digest, &count) == 0 else { return [] }
        return Array(digest.prefix(count))
    }
}
