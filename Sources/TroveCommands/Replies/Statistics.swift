package import TroveModel

/// Counts of a collection.
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

    /// The items of one kind.
    package struct Section {
        /// The kind whose items are counted.
        package let kind: Kind
        /// The number of items of the kind.
        package let count: Int
        /// The charts, in the order in which they are shown.
        package let charts: [Chart]
        /// How many came to their last state in the year; nil for a kind that climbs no ladder.
        package let finished: Int?
        /// The progress toward the yearly goal; nil without a goal, and for kinds without a ladder.
        package let pace: Pace?
    }

    /// The year for which finished items are counted.
    package let year: Int
    /// The sections, in the order of the kinds.
    package let sections: [Section]
}
