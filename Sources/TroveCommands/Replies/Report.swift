package import TroveCodecs
package import TroveTerminal

/// Rows of facts other than items: the queue, devices, the sync state.
package struct Report {
    /// The names of the columns; in JSON, of the members.
    package let columns: [String]
    /// A value for each column, null where there is none.
    package let rows: [[JSON]]
    /// Whether it is one row, written as name and value on a line each.
    package let isRecord: Bool
    /// The message when there are no rows.
    package let nothing: TerminalText

    /// Makes a table of rows; `nothing` is the message without rows.
    package init(_ columns: [String], _ rows: [[JSON]], nothing: TerminalText = "") {
        self.columns = columns
        self.rows = rows
        isRecord = false
        self.nothing = nothing
    }

    /// One row; facts without a value are left out.
    package init(_ facts: [(name: String, value: JSON)]) {
        let known = facts.filter { !$0.value.isNull }
        columns = known.map(\.name)
        rows = [known.map(\.value)]
        isRecord = true
        nothing = ""
    }
}
