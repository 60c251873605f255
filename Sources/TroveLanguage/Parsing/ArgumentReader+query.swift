extension ArgumentReader {
    /// Takes a query. The kind comes first, if `parts` allows one.
    mutating func takeQuery(_ parts: QueryParts) throws(LanguageError) -> Query {
        var query = Query()
        if parts.contains(.kind) { query.kind = takeKind() }
        if parts.contains(.sort) { query.sort = try takeSort() }
        if parts.contains(.limit) { query.limit = try takeLimit() }
        if let columns = try takeNamed("columns") {
            // An export with only some fields would lose the others.
            guard parts.contains(.columns) else {
                throw LanguageError(.unexpected("columns:", verb: verb.name), at: columns.span)
            }
            query.columns = try names(in: columns)
        }
        query.condition = try takeCondition()
        return query
    }

    private mutating func takeSort() throws(LanguageError) -> Query.Sort? {
        guard let sort = try takeNamed("sort") else { return nil }
        let isDescending = sort.value.hasPrefix("-")
        let name = isDescending ? String(sort.value.dropFirst()) : sort.value
        guard !name.isEmpty else {
            throw LanguageError(.missing(.field, verb: "sort:"), at: sort.span)
        }
        return Query.Sort(field: Spanned(name, sort.span), isDescending: isDescending)
    }

    /// Returns the fields in `columns:A,B`.
    private func names(in columns: Spanned<String>) throws(LanguageError) -> [Spanned<String>] {
        guard !columns.value.isEmpty else {
            throw LanguageError(.missing(.field, verb: "columns:"), at: columns.span)
        }
        var start = columns.span.lowerBound
        return columns.value.split(separator: ",").compactMap { name in
            let span = start..<start + name.utf8.count
            start = span.upperBound + 1
            // The number is always shown.
            return name == "number" ? nil : Spanned(String(name), span)
        }
    }

    /// Takes `limit:N`.
    mutating func takeLimit() throws(LanguageError) -> Int? {
        guard let limit = try takeNamed("limit") else { return nil }
        guard let number = Int(limit.value), (0...1_000_000_000).contains(number) else {
            throw LanguageError(.noNumber(limit.value, what: .limit), at: limit.span)
        }
        return number
    }
}
