/// The beginning of every SQLite database.
package enum SQLiteHeader {
    /// The bytes that tell a database from other files.
    package static let signature = Array("SQLite format 3\0".utf8)
}
