import TroveModel

/// What `scan` did with the codes and files so far.
struct ScanResult {
    /// How many items were added.
    var added = 0
    /// How many codes belong to items that were on the wishlist and are now owned.
    var owned = 0
    /// How many codes belong to items that the library already has.
    var there = 0
    /// Codes that were not added.
    var left: [ISBN] = []
    /// How many lines and files have no ISBN.
    var unread = 0

    /// Counts the report of an item that was added, or moved from the wishlist.
    mutating func count(_ reply: Reply) {
        if reply.addsItem { added += 1 } else { owned += 1 }
    }
}

extension Reply {
    /// Whether the first change that the reply reports is a new item.
    fileprivate var addsItem: Bool {
        switch self {
        case .changes(let reports): reports.first?.change?.action.isCreation ?? false
        case .sequence(let replies): replies.contains(where: \.addsItem)
        default: false
        }
    }
}
