package import TroveCodecs
package import TroveModel
import TroveSQLite

/// Which pictures the library's things name, and which of them the server has.
extension Library {
    /// The pictures that things name by their digests, each once, in the order of the things.
    package func namedPhotos() throws(LibraryError) -> [PhotoValue] {
        try looking {
            var photos: [PhotoValue] = []
            var seen: Set<SHA256> = []
            for kind in catalog.kinds.all {
                guard let field = kind.index(ofRole: .photo) else { continue }
                let column = Schema.quoted(kind.fields[field].name)
                let texts = try connection.texts(
                    """
                    SELECT \(column) FROM \(Schema.quoted(kind.name))
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

    /// The number of the last change in the log.
    package func lastChange() throws(LibraryError) -> Int {
        try looking { try connection.integer("SELECT max(seq) FROM changes") ?? 0 }
    }

    /// The number of the last change, and whether one behind a number may concern a picture.
    package func photosChanged(
        behind sequence: Int
    ) throws(LibraryError) -> (last: Int, concerns: Bool) {
        try looking {
            let statement = try replica.statement(
                """
                SELECT max(seq), max(instr(fields, '\(PhotoValue.mark)'))
                FROM changes WHERE seq > ?1
                """)
            statement.bind(sequence, at: 1)
            defer { statement.reset() }
            guard try statement.step(), !statement.isNull(0) else { return (sequence, false) }
            return (statement.integer(0), statement.integer(1) > 0)
        }
    }

    /// The pictures that the server is known to have.
    package func photosOnServer() throws(LibraryError) -> Set<SHA256> {
        try looking {
            Set(try connection.texts("SELECT digest FROM server_photos").compactMap(SHA256.init))
        }
    }

    /// Notes whether the server has a picture.
    package func note(_ digest: SHA256, isOnServer: Bool) throws(LibraryError) {
        try writing {
            let change = try replica.statement(
                isOnServer
                    ? "INSERT OR IGNORE INTO server_photos VALUES (?1)"
                    : "DELETE FROM server_photos WHERE digest = ?1")
            change.bind(digest.description, at: 1)
            try change.run()
        }
    }
}
