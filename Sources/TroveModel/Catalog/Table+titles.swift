/// Titles for completion.
extension Table {
    /// The bytes of titles that a search reads for one way of matching, about 0.1 ms.
    private static let scanBudget = 1 << 17
    /// The part of them that it reads although it has found as many rows as it returns, to count
    /// more of them.
    private static let countingBudget = 1 << 15
    /// The number of rows that a search adds to the signatures before it reads them.
    private static let rowsPerSearch = 4096

    /// Returns the titles that match a pattern: those that begin with it, sorted, else those that
    /// match in the next way, the newest first.
    ///
    /// The time is bounded. In a large table, `total` counts only the matches that were found in
    /// that time, except for titles of the sorted index; a match among many blocks that pass their
    /// signatures may be missed.
    mutating func titles(
        matching pattern: TextPattern, limit: Int
    ) -> Matches<RowIndex> {
        signTitles(limit: Self.rowsPerSearch)
        for match in pattern.ways {
            var budget = Self.scanBudget
            let found =
                match == .beginning
                ? beginnings(pattern, limit: limit, &budget)
                : scan(pattern, as: match, limit: limit, &budget)
            if found.total > 0 { return found }
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
        // The index lacks no title of a block that is all ASCII and sorted.
        let isPlain = name == pattern.key
        let others = scan(
            pattern, as: .beginning, limit: limit, &budget,
            onlyForeign: isPlain && titles.isSorted
        ) { row in
            !titles.isSorted(row) || !source.key(of: UInt32(row.rawValue)).starts(with: name)
        } skippingBlocks: { rows, isPlainBlock in
            isPlain && isPlainBlock && titles.isSorted(RowIndex(rows.lowerBound))
        }
        let total = sorted.total + others.total
        guard others.total > 0 else { return Matches(sorted.rows, total: total, .beginning) }
        let keyed = (sorted.rows + others.elements).map {
            (row: $0, key: source.key(of: UInt32($0.rawValue)))
        }
        let rows = keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.row)
        return Matches(Array(rows.prefix(limit)), total: total, .beginning)
    }

    /// Returns the rows whose titles match, the newest first, until the budget is spent.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - match: How the titles match.
    ///   - limit: The maximum number of rows that are returned.
    ///   - budget: The bytes that may be read; what was read is subtracted.
    ///   - onlyForeign: Whether blocks of rows whose titles are all ASCII are passed over.
    ///   - accepts: Whether a row that matches counts.
    ///   - skips: Whether a block of rows is passed over.
    /// - Returns: The rows, and how many were found.
    private func scan(
        _ pattern: TextPattern, as match: TextPattern.Match, limit: Int, _ budget: inout Int,
        onlyForeign: Bool = false, accepts: (RowIndex) -> Bool = { _ in true },
        skippingBlocks skips: (Range<Int>, Bool) -> Bool = { _, _ in false }
    ) -> Matches<RowIndex> {
        guard case .texts(let column) = columns[Kind.titleIndex], limit > 0 else { return .none }
        var slots = signatures.slots(of: pattern, as: match)
        if onlyForeign { slots.append(TitleSignatures.foreignSlot) }
        var found: [RowIndex] = []
        var total = 0
        var key: [UInt8] = []
        let bytes = column.bytes.span
        signatures.forEachBlock(with: slots) { rows, isPlain in
            if skips(rows, isPlain) { return true }
            for position in rows.reversed() {
                let row = RowIndex(position)
                guard isAlive(row), let range = column.range(at: row) else { continue }
                budget -= range.count + Self.costOfRow
                if isPlain {
                    guard pattern.fits(bytes.extracting(range), as: match) else { continue }
                } else {
                    column.readSearchKey(of: range, into: &key)
                    guard pattern.fits(key.span, as: match) else { continue }
                }
                guard accepts(row) else { continue }
                total += 1
                if found.count < limit { found.append(row) }
            }
            return budget > (found.count < limit ? 0 : Self.scanBudget - Self.countingBudget)
        }
        return Matches(found, total: total, match)
    }

    /// What a row costs besides the bytes of its title.
    private static let costOfRow = 24

    // MARK: Preparing

    /// Adds the titles of up to `limit` rows to the signatures. Returns false when none is left.
    @discardableResult
    mutating func signTitles(limit: Int) -> Bool {
        let first = signatures.count
        let end = min(rows.upperBound.rawValue, first + limit)
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

extension TextColumn {
    /// Replaces the contents of `key` by the search key of a text. Returns whether the text is all
    /// ASCII.
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
