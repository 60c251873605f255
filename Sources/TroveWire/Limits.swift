/// The limits of the protocol. Sizes are in bytes.
package enum Limits {
    /// The version of the protocol.
    package static let protocolVersion = 1
    /// The version of the kinds and fields that this version of Trove stores. It grows when earlier
    /// versions cannot show what a newer one stores. A device or a server that does not send it has
    /// 1, in which the read list held books to read next.
    package static let format = 2
    /// Operations of one push.
    package static let operations = 500
    /// The body of a request, except blobs.
    package static let body = 1 << 20
    /// An entry, as JSON.
    package static let entry = 512 << 10
    /// A field, as JSON. A library takes texts of 64 KiB, of which each byte may need an escape.
    package static let field = 160 << 10
    /// The definition of a kind or a field, as JSON.
    package static let definition = 16 << 10
    /// Definitions of a user: each push reads them all.
    package static let definitions = 2000
    /// A blob.
    package static let blob = 4 << 20
    /// All blobs of a user.
    package static let blobs = 200 << 20
    /// Living entries of a user.
    package static let entries = 1_000_000
    /// The longest time that a request for changes waits, in seconds.
    package static let wait = 20
    /// Entries of one page of changes or of a snapshot.
    package static let page = 1000
    /// The size at which a page takes no more entries.
    package static let pageBytes = 1 << 20
    /// The nesting depth of JSON in a request.
    package static let depth = 16
    /// The nesting depth of JSON in a reply: earlier servers have stored deeper values.
    package static let replyDepth = 32
    /// The length of a password in characters.
    package static let password = 8...128
}
