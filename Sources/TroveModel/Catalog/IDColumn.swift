/// The IDs of a table's rows.
///
/// The IDs that a program makes in the same millisecond rise by less than 2³²
/// (`ItemID.init(at:after:using:)`). Each run of such rows has the first ID and the steps to the
/// others, so most rows take 4 bytes in place of 16.
struct IDColumn: Sendable {
    /// The row of the first ID of a run.
    private struct Run: Sendable {
        let row: Int32
        let id: ItemID
    }

    /// The number of rows after which a run ends, so that few steps are added up.
    private static let longestRun = 64

    /// The runs, in the order of the rows.
    private var runs: [Run] = []
    /// For each row the step from the ID of the row before it; 0 for the first row of a run.
    private var steps: [UInt32] = []
    /// The last ID.
    private var newest = ItemID(high: 0, low: 0)

    subscript(row: RowIndex) -> ItemID {
        let run = runs[run(of: row.rawValue)]
        var low = run.id.low
        let steps = steps.span
        for place in (Int(run.row) + 1)..<max(Int(run.row) + 1, row.rawValue + 1) {
            low &+= UInt64(steps[place])
        }
        return ItemID(high: run.id.high, low: low)
    }

    /// Returns the last run that begins at a row or before it.
    private func run(of row: Int) -> Int {
        var (low, high) = (0, runs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(runs[middle].row) <= row { low = middle } else { high = middle }
        }
        return low
    }

    // MARK: Changing

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) {
        runs.makeRoom(growing: factor)
        steps.makeRoom(growing: factor)
    }

    mutating func append(_ id: ItemID) {
        let row = steps.count
        if row % Self.longestRun != 0, id.high == newest.high, id.low >= newest.low,
            let step = UInt32(exactly: id.low - newest.low)
        {
            steps.append(step)
        } else {
            steps.append(0)
            runs.append(Run(row: Int32(row), id: id))
        }
        newest = id
    }

    /// Replaces the ID of a row.
    mutating func set(_ id: ItemID, at row: RowIndex) {
        guard self[row] != id else { return }
        let next = row.rawValue + 1
        // The rest of the run continues from its own first ID.
        if next < steps.count { begin(at: next, with: self[RowIndex(next)]) }
        begin(at: row.rawValue, with: id)
        if next == steps.count { newest = id }
    }

    /// Makes a row the first of a run.
    private mutating func begin(at row: Int, with id: ItemID) {
        let place = run(of: row)
        let run = Run(row: Int32(row), id: id)
        steps[row] = 0
        if runs[place].row == row { runs[place] = run } else { runs.insert(run, at: place + 1) }
    }

    /// Inserts rows with an ID of zeros before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        var filled = IDColumn()
        filled.steps.reserveCapacity(steps.count + rows.count)
        var passed = 0
        for row in steps.positions(of: RowIndex.self) {
            while passed < rows.count, rows[passed] <= row.rawValue {
                filled.append(ItemID(high: 0, low: 0))
                passed += 1
            }
            filled.append(self[row])
        }
        self = filled
    }
}
