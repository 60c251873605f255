import TroveModel

/// What `scan` did with the codes and files so far.
struct ScanResult {
    /// How many items were added.
    var added = 0
    /// How many codes are those of items that the library has already.
    var there = 0
    /// Codes that were not added.
    var left: [ISBN] = []
    /// How many lines and files have no ISBN.
    var unread = 0
}
