import Glibc
import TroveCommands

/// Checks that the lines do not depend on how the bytes are split into reads, and are those of a
/// simple splitter.
///
/// The first byte of the input selects the size of the pieces.
func tryLines(_ input: [UInt8]) {
    guard let pieceSize = input.first else { return }
    let bytes = input.dropFirst()
    let found = lines(of: bytes, inPiecesOf: Int(pieceSize) + 1)
    let expected = simpleLines(of: bytes)
    precondition(found == expected, "read \(found), not \(expected)")
}

/// A line, as far as this check distinguishes lines.
private enum SeenLine: Equatable {
    case text([UInt8])
    case invalid(column: Int)
    case database
    case unexpected
}

/// Returns the lines that the reader finds, with each piece arriving separately.
private func lines(of bytes: ArraySlice<UInt8>, inPiecesOf size: Int) -> [SeenLine] {
    var reader = LineReader(descriptor: arrival(of: bytes, inPiecesOf: size), closes: true)
    var lines: [SeenLine] = []
    while true {
        switch reader.next(isInterrupted: { false }) {
        case .text(let text): lines.append(.text(Array(text.utf8)))
        case .invalid(let column, _): lines.append(.invalid(column: column))
        case .database: lines.append(.database)
        case .tooLong, .failure: lines.append(.unexpected)
        case .end: return lines
        }
    }
}

/// Returns a socket with the pieces queued. Its type preserves their boundaries, so each `read`
/// takes one.
private func arrival(of bytes: ArraySlice<UInt8>, inPiecesOf size: Int) -> Int32 {
    var sockets: [Int32] = [-1, -1]
    let made = unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &sockets)
    precondition(made == 0, "socketpair: error \(errno)")
    // A socket queues a few hundred pieces at most.
    let size = max(size, bytes.count / 100)
    var rest = bytes
    while !rest.isEmpty {
        let piece = Array(rest.prefix(size))
        let sent = unsafe send(sockets[1], piece, piece.count, 0)
        precondition(sent == piece.count, "send: error \(errno)")
        rest = rest.dropFirst(size)
    }
    close(sockets[1])
    return sockets[0]
}

/// Returns the lines as a simple splitter finds them.
private func simpleLines(of bytes: ArraySlice<UInt8>) -> [SeenLine] {
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return [.database] }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes
    var pieces = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // There is no line after the last line end. A byte-order mark alone is an empty line.
    if pieces.last?.isEmpty == true, pieces.count > 1 || text.startIndex == bytes.startIndex {
        pieces.removeLast()
    }
    return pieces.map { piece in
        let line = piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece
        if String(validating: line, as: UTF8.self) != nil { return .text(Array(line)) }
        let shown = String(decoding: line, as: UTF8.self)
        return .invalid(column: shown.prefix { $0 != "\u{FFFD}" }.count + 1)
    }
}
