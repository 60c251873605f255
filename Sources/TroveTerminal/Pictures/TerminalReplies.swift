// The query, and the replies to it:
//
//     ESC _ G i=31,… ESC \\   kitty's graphics: ESC _ G i=31;OK ESC \\, or an error
//     ESC [ > q               the name (XTVERSION): ESC P > | NAME ESC \\
//     ESC [ c                 the features (DA1): ESC [ ? 62 ; 4 ; … c, where 4 means sixels
//
// Nearly every terminal answers the last one, and answers in order, so that the wait can end there.
// Keys can arrive between the replies.

/// Separates the replies of a terminal to a query for its picture formats from the keys.
///
/// Pure: it takes bytes and returns those that are keys.
struct TerminalReplies {
    /// Returns the query for a type of terminal (the value of `TERM`); nil for one that cannot be
    /// asked, because it shows queries that it does not know.
    static func query(for terminal: String?) -> String? {
        guard let terminal, terminal != "linux", !terminal.hasPrefix("vt") else { return nil }
        let name = "\u{1B}[>q"
        let features = "\u{1B}[c"
        // tmux and GNU screen take kitty's sequence for a title, and have no such graphics.
        if terminal.hasPrefix("tmux") || terminal.hasPrefix("screen") { return name + features }
        return "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + name + features
    }

    /// The longest reply, in bytes.
    private static let longestReply = 4096
    /// The terminals that show files as iTerm2 does, by the beginning of their names.
    private static let likeITerm = ["iTerm2", "WezTerm", "mintty"]

    /// Whether the last reply has arrived.
    private(set) var isComplete = false
    /// The best format that the terminal has confirmed so far.
    var format: PictureFormat {
        if hasKitty { return .kitty }
        if isLikeITerm { return .iterm }
        return hasSixels ? .sixels : .symbols
    }

    private var hasKitty = false
    private var isLikeITerm = false
    private var hasSixels = false
    /// Bytes that may be the start of a reply.
    private var held: [UInt8] = []

    /// Takes bytes of the terminal, and returns those that are keys.
    mutating func keys(in bytes: some Sequence<UInt8>) -> [UInt8] {
        guard !isComplete else { return Array(bytes) }
        var rest = (held + bytes)[...]
        defer { held = Array(rest) }
        var keys: [UInt8] = []
        while let first = rest.first {
            if first == 0x1B {
                switch Self.reply(in: Array(rest.prefix(Self.longestReply))) {
                case .whole(let length):
                    note(String(decoding: rest.prefix(length), as: UTF8.self))
                    rest = rest.dropFirst(length)
                    continue
                case .partial where rest.count < Self.longestReply: return keys
                case .partial, .none: break
                }
            }
            keys.append(first)
            rest = rest.dropFirst()
        }
        return keys
    }

    /// Returns the bytes that were held back, when no more follow soon. A reply that has visibly
    /// begun is still held back.
    mutating func release() -> [UInt8] {
        guard held.count < 3 else { return [] }
        defer { held = [] }
        return held
    }

    /// Whether bytes are held back that may be keys.
    var holdsKeys: Bool { (1...2).contains(held.count) }

    private enum Reply {
        /// A reply of so many bytes.
        case whole(Int)
        /// The start of a reply.
        case partial
        /// Something else.
        case none
    }

    /// Looks for a reply at the start of bytes that begin with ESC.
    private static func reply(in bytes: [UInt8]) -> Reply {
        if begins(bytes, "\u{1B}[?") {
            guard bytes.count > 3 else { return .partial }
            guard let end = bytes.dropFirst(3).firstIndex(where: { !isParameter($0) }) else {
                return .partial
            }
            return bytes[end] == UInt8(ascii: "c") ? .whole(end + 1) : .none
        }
        guard begins(bytes, "\u{1B}_G") || begins(bytes, "\u{1B}P>|") else { return .none }
        guard let end = bytes.dropFirst().firstIndex(of: 0x1B), end + 1 < bytes.count else {
            return .partial
        }
        return bytes[end + 1] == UInt8(ascii: "\\") ? .whole(end + 2) : .none
    }

    /// Returns whether bytes begin with a text, or are its beginning.
    private static func begins(_ bytes: [UInt8], _ start: String) -> Bool {
        zip(bytes, start.utf8).allSatisfy { $0 == $1 }
    }

    /// Whether a byte can be part of the numbers of a sequence.
    static func isParameter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func note(_ reply: String) {
        let body = reply.dropFirst(3)
        switch reply.unicodeScalars.dropFirst().first {
        case "_": hasKitty = hasKitty || body.contains(";OK")
        case "P": isLikeITerm = Self.likeITerm.contains { body.dropFirst().hasPrefix($0) }
        default:
            hasSixels = body.dropLast().split(separator: ";").dropFirst().contains("4")
            isComplete = true
        }
    }
}
