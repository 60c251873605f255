import CMicroHTTPD
import Glibc

/// A certificate with those above it, and its private key: for handshakes.
///
/// What GnuTLS allocated is freed with the value. It is not changed after `init`, and GnuTLS lets
/// many threads read it at once.
@safe
final class Certificate: @unchecked Sendable {
    /// The certificate and those above it, `count` of them.
    let chain: UnsafeMutablePointer<gnutls_pcert_st>
    let count: Int
    let key: gnutls_privkey_t

    /// How many certificates a chain may have.
    private static let limit = 16

    /// Reads a chain and a key from files in PEM.
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
    }

    deinit {
        unsafe Self.free(chain, count)
        unsafe gnutls_privkey_deinit(key)
    }

    private static func free(_ chain: UnsafeMutablePointer<gnutls_pcert_st>, _ count: Int) {
        for index in 0..<count { unsafe gnutls_pcert_deinit(chain + index) }
        unsafe chain.deallocate()
    }

    private static func chain(
        in path: String
    ) throws(ServerFailure) -> (pointer: UnsafeMutablePointer<gnutls_pcert_st>, count: Int) {
        var text = try WholeFile.read(path)
        let chain = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: limit)
        // GnuTLS says how many of the places it has filled, and keeps none of the text.
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
        var status = stat()
        // The path lives until the call returns, which fills one record.
        if unsafe stat(path, &status) == 0, status.st_mode & S_IROTH != 0 {
            throw .keyIsOpen(path)
        }
        var text = try WholeFile.read(path)
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

    /// Whether the first certificate of a chain is about this key.
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

    /// A digest of a public key.
    private static func identity(of key: gnutls_pubkey_t) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 64)
        // GnuTLS writes no more than there is room for, and says how much it was.
        var count = digest.count
        let flags = UInt32(GNUTLS_KEYID_USE_SHA256.rawValue)
        guard unsafe gnutls_pubkey_get_key_id(key, flags, &digest, &count) == 0 else { return [] }
        return Array(digest.prefix(count))
    }
}
