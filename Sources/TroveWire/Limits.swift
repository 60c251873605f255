/// What client and server agree not to exceed. Sizes are in bytes.
package enum Limits {
    /// The protocol that this program speaks.
    package static let protocolVersion = 1
    /// Operations in one push.
    package static let operations = 500
    /// The body of a request, but for blobs.
    package static let body = 1 << 20
    /// An entry, as JSON.
    package static let entry = 64 << 10
    /// A field, as JSON.
    package static let field = 16 << 10
    /// A blob.
    package static let blob = 4 << 20
    /// All blobs of a user.
    package static let blobs = 200 << 20
    /// The entries of a user, tombstones not counted.
    package static let entries = 1_000_000
    /// How long a request for changes may be parked, in seconds.
    package static let wait = 20
    /// Entries on one page of changes or of a snapshot.
    package static let page = 1000
    /// The bytes of a page, beyond which no entry is added to it.
    package static let pageBytes = 1 << 20
    /// How deep JSON may be nested.
    package static let depth = 16
    /// A password's length in characters.
    package static let password = 8...128
}
