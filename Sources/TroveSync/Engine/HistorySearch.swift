import TroveWire

/// Looks for the last point that the server's history and the library's have in common, of those that
/// the library remembers, by halves.
struct HistorySearch {
    /// The oldest first.
    private let points: [Cursor]
    /// All points before this one are common.
    private var low = 0
    /// This one and those behind it are not.
    private var high: Int

    /// - Parameter points: the oldest first.
    init(_ points: [Cursor]) {
        self.points = points
        high = points.count
    }

    /// The point to ask for; nil when the last common one is found.
    var next: Cursor? { low < high ? points[(low + high) / 2] : nil }

    /// Takes in the answer for `next`.
    mutating func note(isCommon: Bool) {
        guard low < high else { return }
        let middle = (low + high) / 2
        if isCommon { low = middle + 1 } else { high = middle }
    }

    /// The number of the last common point; 0 when there is none.
    var common: Version { low > 0 ? points[low - 1].sequence : 0 }
}
