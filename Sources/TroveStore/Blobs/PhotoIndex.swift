package import TroveCodecs
package import TroveModel
import TroveSQLite

/// The photos that a library's items name, and those that its server has.
package struct PhotoIndex {
    let library: Library

    /// Returns the photos that items refer to by digest, each once, in the order of the items.
    package func named() throws(LibraryError) -> [PhotoValue] {
        try library.looking {
            var photos: [PhotoValue] = []
            var seen: Set<SHA256> = []
            for kind in library.catalog.kinds.stored {
                guard let field = kind.index(ofRole: .photo) else { continue }
                let column = Schema.quoted(kind.fields[field].storedName)
                let texts = try library.database.texts(
                    """
                    SELECT \(column) FROM \(Schema.quoted(kind.storedName))
                    WHERE instr(\(column), '\(PhotoValue.mark)') > 0 ORDER BY number
                    """)
                for photo in texts.map(PhotoValue.init) {
                    guard let digest = photo.digest, seen.insert(digest).inserted else { continue }
                    photos.append(photo)
                }
            }
            return photos
        }
    }

    /// Returns the sequence number of the last change in the log, and whether a change after
    /// `sequence` may refer to a photo.
    package func changes(
        after sequence: Int
    ) throws(LibraryError) -> (last: Int, concerns: Bool) {
        try library.looking {
            try library.log.flush()
            let statement = try library.replica.statements.statement(
                library.log.format.hasBatches ? Self.latestWithBatches : Self.latest)
            statement.bind(sequence, at: 1)
            defer { statement.reset() }
            guard try statement.step(), !statement.isNull(0) else { return (sequence, false) }
            return (statement.integer(0), statement.integer(1) > 0)
        }
    }

    private static let latest =
        "SELECT max(seq), max(place) FROM (\(places))"
    private static let latestWithBatches = """
        SELECT max(seq), max(place) FROM (
            \(places)
            UNION ALL SELECT last, instr(changes, CAST('\(PhotoValue.mark)' AS BLOB))
            FROM batches WHERE last > ?1)
        """
    private static let places = """
        SELECT seq, instr(fields, '\(PhotoValue.mark)') AS place FROM changes WHERE seq > ?1
        """

    /// Returns the photos that the server is known to have.
    package func onServer() throws(LibraryError) -> Set<SHA256> {
        try library.looking {
            Set(
                try library.database.texts("SELECT digest FROM server_photos")
                    .compactMap(SHA256.init))
        }
    }

    /// Records whether the server has a photo, as it told a device. Nothing changes if another
    /// shell has since registered the library as another device.
    package func note(
        _ digest: SHA256, isOnServer: Bool, for device: String?
    ) throws(LibraryError) {
        try library.writing { transaction in
            guard transaction.state.account?.device == device else { return }
            let change = try transaction.replica.statements.statement(
                isOnServer
                    ? "INSERT OR IGNORE INTO server_photos VALUES (?1)"
                    : "DELETE FROM server_photos WHERE digest = ?1")
            change.bind(digest.description, at: 1)
            try change.run()
        }
    }
}
