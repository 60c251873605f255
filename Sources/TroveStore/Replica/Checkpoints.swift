import TroveWire

/// Points of the server's history that the cursor has passed, oldest first, all of one epoch.
struct Checkpoints {
    private(set) var points: [Cursor] = []

    /// The number of points that are kept.
    private static let limit = 40

    init() {}

    /// Reads points as `text` writes them. A text that is not a point is left out.
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

    /// The points as the file holds them: `17:1f3a 18:99c0 …`.
    var text: String { points.map(Self.text).joined(separator: " ") }

    /// Returns one point as the file holds it.
    static func text(_ point: Cursor) -> String {
        "\(point.sequence):\(String(point.mark, radix: 16))"
    }

    /// Adds the point of a new cursor. When there are too many points, every other one of the older
    /// half is dropped.
    mutating func add(_ cursor: Cursor) {
        if points.last?.epoch != cursor.epoch { points = [] }
        points.removeAll { $0.sequence >= cursor.sequence }
        points.append(cursor)
        if points.count > Self.limit {
            let half = Self.limit / 2
            points = points.indices.filter { $0 >= half || $0 % 2 == 0 }.map { points[$0] }
        }
    }

    /// Drops the points after `sequence`.
    mutating func removeAll(after sequence: Version) {
        points.removeAll { $0.sequence > sequence }
    }
}
