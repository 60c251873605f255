import TroveSQLite

/// For tests of a full disk.
extension Library {
    /// From now on the file takes no further page, as if the disk were full; or it does again.
    package func setFull(_ isFull: Bool) throws(LibraryError) {
        try looking {
            let most = 1_073_741_823
            let pages = isFull ? try connection.integer("PRAGMA page_count") ?? 1 : most
            try connection.execute("PRAGMA max_page_count = \(pages)")
        }
    }
}
