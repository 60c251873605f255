/// What makes sure that malformed request heads are refused.
///
/// A program in front of the server and the server must agree where a request ends, or a client can
/// hide a second request in the first (request smuggling, RFC 9112, 11.2).
package enum HeadCheck: Sendable, Equatable {
    /// `HeadLayout` finds what libmicrohttpd lets through.
    case layout
    /// libmicrohttpd itself refuses what is malformed.
    case library
    /// Neither. Each connection is closed after its first response, so that a request that is hidden
    /// in another one is never read.
    case none
}
