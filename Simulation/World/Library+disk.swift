import TroveSQLite
import TroveStore

extension Library {
    /// Makes the file refuse new pages, as on a full disk, or accept them again. Affects the open
    /// connection only.
    func setFull(_ isFull: Bool) throws {
        let database = connection.database
        // The maximum of SQLite.
        let highest = 1_073_741_823
        let pages = isFull ? try database.integer("PRAGMA page_count") ?? 1 : highest
        try database.execute("PRAGMA max_page_count = \(pages)")
    }
}
