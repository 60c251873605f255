import TroveModel
import TroveStore
import TroveTerminal

/// A picture of the queue between a device and its server, in one line.
struct OutboxPicture: Equatable {
    /// The queued changes, such as `add gem 7`, the oldest first.
    let changes: [TerminalText]
    /// The number of further changes.
    let more: Int
    /// Whether the server can be reached.
    let isOnline: Bool

    /// The most changes that are drawn.
    private static let limit = 3

    /// Creates the picture of a library's queue.
    ///
    /// - Throws: `LibraryError`.
    init(_ library: Library, isOnline: Bool) throws(LibraryError) {
        let waiting = try library.outbox.entries(limit: .max)
            .filter { $0.operation.action != .skip }
        changes = waiting.prefix(Self.limit).map { entry in
            let operation = entry.operation
            let kinds = library.catalog.kinds
            let kind = kinds.index(ofStored: operation.kind).map { kinds[$0].name }
            let number: TerminalText = operation.item > 0 ? " \(operation.item)" : ""
            return "\(Self.verb(operation)) \(kind ?? operation.kind)\(number)"
        }
        more = waiting.count - changes.count
        self.isOnline = isOnline
    }

    private static func verb(_ operation: QueuedOperation) -> TerminalText {
        switch operation.action {
        case .create: "add"
        case .update: "change"
        case .delete: "delete"
        default: "skip"
        }
    }

    /// The picture: `outbox [ add gem 7 ] ──✂── server`.
    var drawn: TerminalText {
        let content = contents.isEmpty ? "[ ]" : contents.map { "[ \($0) ]" }.joined(separator: " ")
        return "outbox \(content) \(isOnline ? "──▶──" : "──✂──") server"
    }

    /// The picture in words.
    var described: TerminalText {
        let content = contents.isEmpty ? "empty" : contents.joined(separator: ", ")
        return "Outbox: \(content). The server can\(isOnline ? "" : "not") be reached."
    }

    private var contents: [TerminalText] {
        changes + (more > 0 ? ["\(more) more"] : [])
    }
}
