import TroveModel

/// What can be counted in a collection.
struct Statistics {
    /// One chart: how often there is what.
    struct Chart {
        /// What is counted: a field, or what was done.
        let name: String
        /// In the order in which they are shown.
        var bars: [(label: String, count: Int)]
        /// The mean of what is counted; nil where there is none.
        var mean: FixedDecimal?
    }

    /// The things of one kind.
    struct Section {
        let kind: Kind
        let count: Int
        let charts: [Chart]
        /// How many came to their last state in the year; nil for a kind that climbs no ladder.
        let finished: Int?
        let pace: Pace?
    }

    let year: Int
    let sections: [Section]
}
