package import TroveModel

/// What can be counted in a collection.
package struct Statistics {
    /// One chart: how often there is what.
    package struct Chart {
        /// What is counted: a field, or what was done.
        package let name: String
        /// In the order in which they are shown.
        package var bars: [(label: String, count: Int)]
        /// The mean of what is counted; nil where there is none.
        package var mean: FixedDecimal?
    }

    /// The things of one kind.
    package struct Section {
        package let kind: Kind
        package let count: Int
        package let charts: [Chart]
        /// How many came to their last state in the year; nil for a kind that climbs no ladder.
        package let finished: Int?
        package let pace: Pace?
    }

    package let year: Int
    package let sections: [Section]
}
