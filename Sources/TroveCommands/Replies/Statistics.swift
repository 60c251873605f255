package import TroveModel

/// Statistics of the library.
package struct Statistics {
    /// A bar chart of counts.
    package struct Chart {
        /// The field, or the recorded activity, that is counted.
        package let name: String
        /// The bars, in the order in which they are shown. That without a label counts the items
        /// without a value, or of an unknown month.
        package var bars: [(label: String?, count: Int)]
        /// Whether the bars are in the order of their counts, the largest first. Otherwise they are
        /// in the order of the values.
        package var isRanked = false
        /// Whether the bars are the months of a year.
        package var isOfMonths = false
        /// The mean value; nil if the values are not numbers.
        package var mean: FixedDecimal?
        /// The sum of the bars; nil for a chart that only counts items.
        package var total: Int?
    }

    /// What the numbers of a field add up to.
    package struct Total {
        /// The field.
        package let name: String
        /// How many items have a value.
        package let values: Int
        /// The sum of the values.
        package let sum: FixedDecimal
        /// The mean value, rounded to hundredths.
        package let mean: FixedDecimal
        /// The least and the greatest value.
        package let range: ClosedRange<FixedDecimal>
    }

    /// The items of one kind.
    package struct Section {
        /// The kind whose items are counted.
        package let kind: Kind
        /// The number of items of the kind.
        package let count: Int
        /// Whether only the items that were finished in the year are counted.
        package let isOfYear: Bool
        /// The charts, in the order in which they are shown.
        package let charts: [Chart]
        /// The totals of the numbers that the user has defined, in the order of the fields.
        package let totals: [Total]
        /// The number of items that were finished in the year, by their dates; nil for a kind that
        /// has none.
        package let finished: Int?
        /// The name of the last state.
        package let lastState: String
        /// The progress toward the yearly goal; nil without a goal, and for kinds whose completions
        /// are not recorded.
        package let pace: Pace?
    }

    /// The year for which finished items are counted.
    package let year: Int
    /// The sections, in the order of the kinds.
    package let sections: [Section]
}
