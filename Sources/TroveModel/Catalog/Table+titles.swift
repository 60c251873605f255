/// Titles for completion.
extension Table {
    /// What a search may cost for one way of matching, unless the pattern is thorough: about 0.25
    /// million instructions, or 0.15 ms.
    private static let scanBudget = 22_000
    /// The number of rows that a search adds to the signatures before it reads them.
    private static let rowsPerSearch = 4096

    /// Returns the titles that match a pattern: those that begin with it, sorted, else those that
    /// match in the next way, the newest first.
    ///
    /// The time is bounded unless the pattern is thorough. In a large table, `total` then counts
    /// only the matches that were found in that time, except for titles of the sorted index; a
    /// match among many titles that pass their signatures may be missed.
    mutating func titles(matching pattern: TextPattern, limit: Int) -> Matches<RowIndex> {
        signTitles(limit: pattern.isThorough ? .max : Self.rowsPerSearch)
        // Whether rows are not signed yet, or the search for a better match was cut short.
        var isCut = signatures.count < rows.upperBound.rawValue
        for match in pattern.ways {
            var budget = pattern.isThorough ? Int.max : Self.scanBudget
            let found =
                match == .beginning
                ? beginnings(pattern, limit: limit, &budget)
                : scan(pattern, as: match, limit: limit, &budget)
            isCut = isCut || found.isCut
            if found.total > 0 {
                return Matches(found.elements, total: found.total, match, isCut: isCut)
            }
        }
        return .none
    }

    /// Returns the titles that begin with a pattern: those of the sorted index, and those that the
    /// index lacks because they are not sorted yet or differ from the pattern in accents.
    private func beginnings(
        _ pattern: TextPattern, limit: Int, _ budget: inout Int
    ) -> Matches<RowIndex> {
        guard let source = titleSource else { return .none }
        let name = Folding.name(pattern.text)
        let sorted = titles.sortedRows(beginningWith: name, limit: limit, in: source)
        // The index lacks no title that is all ASCII and sorted.
        let isPlain = name == pattern.key
        let others = scan(
            pattern, as: .beginning, limit: limit, &budget,
            onlyNonASCII: isPlain && titles.isSorted(in: source)
        ) { row in
            !titles.isSorted(row) || !source.key(of: UInt32(row.rawValue)).starts(with: name)
        } skippingPlain: { row in
            isPlain && titles.isSorted(row)
        }
        let total = sorted.total + others.total
        guard others.total > 0 else { return others.replaced(by: sorted.rows, total: total) }
        let keyed = (sorted.rows + others.elements).map {
            (row: $0, key: source.key(of: UInt32($0.rawValue)))
        }
        let rows = keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.row)
        return others.replaced(by: Array(rows.prefix(limit)), total: total)
    }

    /// Returns the rows whose titles match, the newest first, until the budget is spent.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - match: How the titles match.
    ///   - limit: The maximum number of rows that are returned.
    ///   - budget: What the search may cost; what it has cost is subtracted.
    ///   - onlyNonASCII: Whether rows whose titles are all ASCII are passed over.
    ///   - accepts: Whether a row that matches counts.
    ///   - skips: Whether the titles that are all ASCII are passed over in the block with this
    ///     first row.
    /// - Returns: The rows, and how many were found.
    private func scan(
        _ pattern: TextPattern, as match: TextPattern.Match, limit: Int, _ budget: inout Int,
        onlyNonASCII: Bool = false, accepts: (RowIndex) -> Bool = { _ in true },
        skippingPlain skips: (RowIndex) -> Bool = { _ in false }
    ) -> Matches<RowIndex> {
        guard case .texts(let column) = columns[Kind.titleIndex], limit > 0 else { return .none }
        var search = TitleSearch(column, pattern, match, limit: limit, budget: budget)
        let isWhole = signatures.forEachBlock(
            matching: pattern, as: match, onlyNonASCII: onlyNonASCII
        ) { block in
            search.pay(TitleSearch.costOfBlock)
            guard !block.isEmpty else { return search.goesOn }
            var rows = block.rows
            if skips(RowIndex(block.first)) { rows &= block.nonASCII }
            for lane in stride(from: TitleSignatures.Rows.scalarCount - 1, through: 0, by: -1)
            where rows[lane] != 0 {
                let first = block.first + lane * UInt64.bitWidth
                var rest = rows[lane] & aliveBits(from: first)
                while rest != 0 {
                    let bit = UInt64.bitWidth - 1 - rest.leadingZeroBitCount
                    rest &= ~(1 << UInt64(bit))
                    let mayBeNonASCII = block.nonASCII[lane] >> UInt64(bit) & 1 == 1
                    search.add(RowIndex(first + bit), mayBeNonASCII: mayBeNonASCII)
                    if search.isFull { search.read(accepts) }
                }
            }
            return search.goesOn
        }
        search.read(accepts)
        budget = search.budget
        return Matches(search.found, total: search.total, match, isCut: !isWhole)
    }

    // MARK: Preparing

    /// Adds the titles of up to `limit` rows to the signatures. Returns false when none is left.
    @discardableResult
    mutating func signTitles(limit: Int) -> Bool {
        let first = signatures.count
        let end = first + min(rows.upperBound.rawValue - first, limit)
        guard first < end, case .texts(let column) = columns[Kind.titleIndex] else { return false }
        var key: [UInt8] = []
        for position in first..<end {
            var isPlain = true
            if let range = column.range(at: RowIndex(position)) {
                isPlain = column.readSearchKey(of: range, into: &key)
            } else {
                key.removeAll(keepingCapacity: true)
            }
            signatures.append(key, isPlain: isPlain)
        }
        return true
    }

    /// Adds the new title of a row to the signatures, if they have the row.
    mutating func resign(_ row: RowIndex) {
        guard row.rawValue < signatures.count, case .texts(let column) = columns[Kind.titleIndex],
            let range = column.range(at: row)
        else { return }
        var key: [UInt8] = []
        let isPlain = column.readSearchKey(of: range, into: &key)
        signatures.add(key, isPlain: isPlain, row: row.rawValue)
    }
}

/// Reads the titles that may match a pattern, several at a time: loads of memory that do not depend
/// on each other overlap, and titles are far apart.
private struct TitleSearch {
    /// What a search spends in any case, to count more rows even if it has found as many as it
    /// returns.
    private static let countingBudget = 4_000
    /// The cost of reading the signatures of a block, in tens of instructions.
    static let costOfBlock = 10
    /// The cost of reading a title.
    private static let costOfTitle = 20
    /// The cost of each byte of a title that is not all ASCII.
    private static let costOfNonASCIIByte = 4
    /// The number of titles that are read at a time.
    private static let batchSize = 32

    /// What the search may still cost.
    private(set) var budget: Int
    /// The rows whose titles match, in the order in which they were added, at most `limit`.
    private(set) var found: [RowIndex] = []
    /// The number of rows whose titles match.
    private(set) var total = 0

    /// A row whose title is read next.
    private struct Candidate {
        let row: UInt32
        /// Whether the title may contain characters that are not ASCII.
        let mayBeNonASCII: Bool
        /// The place of the title in the bytes of the column, once it has been looked up.
        var start = 0, end = 0
    }

    private let column: TextColumn
    private let pattern: TextPattern
    private let match: TextPattern.Match
    private let limit: Int
    /// What is left of the budget when the search has counted enough.
    private let reserve: Int
    private var candidates: [Candidate] = []
    private var key: [UInt8] = []
    /// A value computed from the titles, so that the loads which fetch them are not optimized away.
    private var fetched: UInt8 = 0

    init(
        _ column: TextColumn, _ pattern: TextPattern, _ match: TextPattern.Match, limit: Int,
        budget: Int
    ) {
        self.column = column
        self.pattern = pattern
        self.match = match
        self.limit = limit
        self.budget = budget
        reserve = budget - Self.countingBudget
        candidates.reserveCapacity(Self.batchSize)
    }

    /// Whether the budget allows the search to go on.
    var goesOn: Bool { budget > (found.count < limit ? 0 : reserve) }

    mutating func pay(_ cost: Int) { budget -= cost }

    /// Adds a row whose title is read next.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - mayBeNonASCII: Whether its title may contain characters that are not ASCII.
    mutating func add(_ row: RowIndex, mayBeNonASCII: Bool) {
        candidates.append(Candidate(row: UInt32(row.rawValue), mayBeNonASCII: mayBeNonASCII))
    }

    /// Whether titles should be read before more rows are added.
    var isFull: Bool { candidates.count >= Self.batchSize }

    /// Reads the titles of the rows that were added.
    ///
    /// - Parameter accepts: Whether a row that matches counts.
    mutating func read(_ accepts: (RowIndex) -> Bool) {
        let column = column
        let bytes = column.bytes.span
        // The processor fetches the places of all titles, then all titles, before the first one is
        // compared.
        for index in candidates.indices {
            let range = column.range(at: RowIndex(Int(candidates[index].row))) ?? 0..<0
            (candidates[index].start, candidates[index].end) = (range.lowerBound, range.upperBound)
        }
        var sum: UInt8 = 0
        for candidate in candidates where candidate.start < candidate.end {
            sum ^= bytes[candidate.start] ^ bytes[candidate.end - 1]
        }
        fetched = sum
        for candidate in candidates where candidate.start < candidate.end {
            let range = candidate.start..<candidate.end
            budget -= Self.costOfTitle
            let fits: Bool
            if candidate.mayBeNonASCII {
                budget -= range.count * Self.costOfNonASCIIByte
                column.readSearchKey(of: range, into: &key)
                fits = pattern.fits(key.span, as: match)
            } else {
                fits = pattern.fits(bytes.extracting(range), as: match)
            }
            let row = RowIndex(Int(candidate.row))
            guard fits, accepts(row) else { continue }
            total += 1
            if found.count < limit { found.append(row) }
        }
        candidates.removeAll(keepingCapacity: true)
    }
}

extension TextColumn {
    /// Replaces the contents of `key` with the search key of a text. Returns whether the text is
    /// all ASCII.
    @discardableResult
    fileprivate func readSearchKey(of range: Range<Int>, into key: inout [UInt8]) -> Bool {
        key.removeAll(keepingCapacity: true)
        let text = bytes.span.extracting(range)
        for index in 0..<text.count {
            let byte = text[index]
            if byte >= 0x80 {
                key = TextPattern.key(of: String(decoding: bytes[range], as: UTF8.self))
                return false
            }
            key.append(Folding.lowercased(byte))
        }
        return true
    }
}
