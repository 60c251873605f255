import CCurl
import Glibc

extension HTTPFailure {
    /// What a result of libcurl, which is not success, means.
    init(_ code: CURLcode, _ handle: EasyHandle, url: String, proxy: String) {
        let words = handle.words(for: code)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .cannotResolve(host: Self.host(of: url))
        case CURLE_COULDNT_RESOLVE_PROXY: self = .cannotResolve(host: Self.host(of: proxy))
        case CURLE_COULDNT_CONNECT:
            self = Self.unconnected(errno: Int32(handle.number(CURLINFO_OS_ERRNO)), words)
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        // A proxy that does not connect to a server is asked with CONNECT.
        case CURLE_RECV_ERROR where words.contains("CONNECT tunnel failed"): self = .unreachable
        case CURLE_RECV_ERROR where words.contains("in chunked-encoding"): self = .isNoReply(words)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE:
            self = .cutOff
        case CURLE_SSL_CONNECT_ERROR where Self.isEndOfConnection(words): self = .cutOff
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
            self = .notSecure(words)
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY,
            CURLE_BAD_CONTENT_ENCODING:
            self = .isNoReply(words)
        default: self = .other(words)
        }
    }

    /// Why there was no connection, by the system's number.
    private static func unconnected(errno code: Int32, _ words: String) -> HTTPFailure {
        switch code {
        case ECONNREFUSED: .refused
        case ECONNRESET: .cutOff
        case ETIMEDOUT: .timedOut
        // There was no socket to connect.
        case 0: .other(words)
        default: .unreachable
        }
    }

    /// Whether TLS failed because the connection ended, which says nothing about security. OpenSSL
    /// has no number for it that libcurl passes on.
    private static func isEndOfConnection(_ words: String) -> Bool {
        words.contains("SSL_ERROR_SYSCALL") || words.contains("unexpected eof")
            || words.contains("reset by peer")
    }

    /// The name or the number of the host in an address.
    private static func host(of address: String) -> String {
        var rest = address[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.first == "[" { return String(rest.dropFirst().prefix { $0 != "]" }) }
        return String(rest.prefix { $0 != ":" })
    }
}
