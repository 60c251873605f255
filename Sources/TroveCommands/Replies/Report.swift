package import TroveCodecs
package import TroveTerminal

/// A table of data other than items: the queue, devices, the sync state.
package struct Report {
    /// The names of the columns; in JSON, of the members.
    package let columns: [String]
    /// A value for each column; null if there is none.
    package let rows: [[JSON]]
    /// Whether there is only one row, written with one line for each name and value.
    package let isRecord: Bool
    /// The message when there are no rows.
    package let nothing: TerminalText

    /// The column that names the rows, which is narrowed last; nil for the first one.
    package var titleColumn: Int?

    /// The number of leading columns that name a row. If it is not 0, a narrow terminal shows each
    /// row as a block: these columns in its first line, and the others in lines below it.
    package var headColumns = 0

    /// Whether a cut value would be of no use, so that rows are shown as blocks instead.
    package var needsWholeValues = false

    /// Creates a table; `nothing` is the message if there are no rows.
    package init(_ columns: [String], _ rows: [[JSON]], nothing: TerminalText = "") {
        self.columns = columns
        self.rows = rows
        isRecord = false
        self.nothing = nothing
    }

    /// Creates a record; facts without a value are omitted.
    package init(_ facts: [(name: String, value: JSON)]) {
        let known = facts.filter { !$0.value.isNull }
        columns = known.map(\.name)
        rows = [known.map(\.value)]
        isRecord = true
        nothing = ""
    }
}
