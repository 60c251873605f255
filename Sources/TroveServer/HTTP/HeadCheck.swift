/// How malformed request heads are refused.
///
/// A proxy and the server must agree on where a request ends, or a client can hide a second request
/// in the first (request smuggling, RFC 9112, 11.2).
package enum HeadCheck: Sendable, Equatable {
    /// `HeadLayout` finds the malformed heads that libmicrohttpd accepts.
    case layout
    /// libmicrohttpd itself refuses malformed heads.
    case library
    /// Neither. Each connection is closed after its first response, so a hidden request is never
    /// read.
    case none
}
