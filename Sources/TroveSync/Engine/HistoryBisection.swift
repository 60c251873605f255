import TroveModel
import TroveWire

/// A binary search for the last point that the server's history and the library's have in common,
/// among the points that the library remembers.
struct HistoryBisection: Hashable {
    /// The points, oldest first.
    private let points: [Cursor]
    /// All points before this index are common.
    private var low = 0
    /// The point at this index and all later ones are not common.
    private var high: Int

    /// Creates a search over points.
    ///
    /// - Parameter points: the points, oldest first.
    init(_ points: [Cursor]) {
        self.points = points
        high = points.count
    }

    /// The next point to ask the server about; nil if the last common point is known.
    var next: Cursor? { low < high ? points[(low + high) / 2] : nil }

    /// Records the server's answer about `next`.
    mutating func note(isCommon: Bool) {
        guard low < high else { return }
        let middle = (low + high) / 2
        if isCommon { low = middle + 1 } else { high = middle }
    }

    /// The sequence number of the last common point; 0 if there is none.
    var common: Version { low > 0 ? points[low - 1].sequence : 0 }
}
