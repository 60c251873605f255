import CCurl
import Glibc

extension HTTPFailure {
    /// Interprets a result of libcurl other than success. `wasSent` says whether a part of the
    /// request was sent.
    init(_ code: CURLcode, _ handle: EasyHandle, url: String, proxy: String, wasSent: Bool) {
        let message = handle.message(for: code)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .cannotResolve(host: Self.host(of: url))
        case CURLE_COULDNT_RESOLVE_PROXY: self = .cannotResolve(host: Self.host(of: proxy))
        case CURLE_COULDNT_CONNECT:
            self = Self.unconnected(errno: Int32(handle.number(CURLINFO_OS_ERRNO)), message)
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        // libcurl reports a proxy's refusal of CONNECT only in the message.
        case CURLE_RECV_ERROR where message.contains("CONNECT tunnel failed"): self = .unreachable
        case CURLE_RECV_ERROR where message.contains("in chunked-encoding"):
            self = .invalidReply(message)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE:
            self = .cutOff
        case CURLE_SSL_CONNECT_ERROR where Self.isEndOfConnection(message): self = .cutOff
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
            self = .notSecure(message)
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        // A reply of another protocol is not supported, either.
        case CURLE_UNSUPPORTED_PROTOCOL where wasSent, CURLE_WEIRD_SERVER_REPLY,
            CURLE_BAD_CONTENT_ENCODING:
            self = .invalidReply(message)
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .invalidRequest(message)
        default: self = .other(message)
        }
    }

    /// Interprets a failed connection by the system's error number.
    private static func unconnected(errno code: Int32, _ message: String) -> HTTPFailure {
        switch code {
        case ECONNREFUSED: .refused
        case ECONNRESET: .cutOff
        case ETIMEDOUT: .timedOut
        // No socket was created.
        case 0: .other(message)
        default: .unreachable
        }
    }

    /// Whether TLS failed because the connection ended, which is not a security problem. libcurl
    /// passes on no OpenSSL error number for it.
    private static func isEndOfConnection(_ message: String) -> Bool {
        message.contains("SSL_ERROR_SYSCALL") || message.contains("unexpected eof")
            || message.contains("reset by peer")
    }

    /// Returns the host in an address, a name or a number.
    private static func host(of address: String) -> String {
        var rest = address[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.first == "[" { return String(rest.dropFirst().prefix { $0 != "]" }) }
        return String(rest.prefix { $0 != ":" })
    }
}
