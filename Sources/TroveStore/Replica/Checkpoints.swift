import TroveWire

/// Positions of the server's history that the cursor has passed, oldest first, all of one epoch.
struct Checkpoints {
    private(set) var points: [Cursor] = []

    /// The maximum number of positions.
    private static let limit = 40

    init() {}

    /// Parses positions that `text` wrote. Invalid ones are skipped.
    init(_ text: String, epoch: String?) {
        points = text.split(separator: " ").compactMap { pair in
            let parts = pair.split(separator: ":")
            guard parts.count == 2, let sequence = Int(parts[0]),
                (0...StoredNumber.highest).contains(sequence),
                let mark = UInt64(parts[1], radix: 16), let epoch
            else { return nil }
            return Cursor(epoch: epoch, sequence: Version(sequence), mark: mark)
        }
    }

    /// The positions as the file stores them: `17:1f3a 18:99c0 …`.
    var text: String { points.map(Self.text).joined(separator: " ") }

    /// Returns one position as the file stores it.
    static func text(_ point: Cursor) -> String {
        "\(point.sequence):\(String(point.mark, radix: 16))"
    }

    /// Adds the position of a new cursor. If there are too many, it drops every other one of the
    /// older half.
    mutating func add(_ cursor: Cursor) {
        if points.last?.epoch != cursor.epoch { points = [] }
        points.removeAll { $0.sequence >= cursor.sequence }
        points.append(cursor)
        if points.count > Self.limit {
            let half = Self.limit / 2
            points = points.indices.filter { $0 >= half || $0 % 2 == 0 }.map { points[$0] }
        }
    }

    mutating func removeAll(after sequence: Version) {
        points.removeAll { $0.sequence > sequence }
    }
}
