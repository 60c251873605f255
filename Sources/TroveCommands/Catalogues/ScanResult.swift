import TroveLanguage
import TroveModel

/// What has been done with codes and files so far.
struct ScanResult {
    /// How many items were added.
    var added = 0
    /// How many codes belong to items that were on the wishlist and are now owned.
    var owned = 0
    /// How many codes belong to items that the library already has.
    var there = 0
    /// How many codes the user gave no title for.
    var skipped = 0
    /// Codes that were not added.
    var left: [ISBN] = []
    /// How many lines and files have no ISBN.
    var unread = 0

    /// Counts the report of an item that was added, or moved from the wishlist.
    mutating func count(_ reply: Reply) {
        if reply.addsItem { added += 1 } else { owned += 1 }
    }

    /// Does the work for a code, and says why its book is not added: it is counted among those that
    /// are there, that were skipped, or that are left. Failures that concern other codes, too, are
    /// thrown.
    mutating func settle(
        _ code: ISBN, _ context: any CommandContext, _ work: (inout ScanResult) throws -> Void
    ) throws {
        do {
            try work(&self)
        } catch let failure as CommandFailure {
            if case .item(.isDuplicate(let item, let kind, let reason)) = failure.problem {
                there += 1
                context.say(.warning(Message.isThere(item, kind, reason, code)))
                return
            }
            guard failure.isAboutOneCode else { throw failure }
            if failure.reply != nil {
                skipped += 1
            } else {
                left.append(code)
                context.say(.warning(Message.notAdded(code, ErrorReport(failure))))
            }
        }
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
