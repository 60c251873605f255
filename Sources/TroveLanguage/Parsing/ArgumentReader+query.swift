extension ArgumentReader {
    /// Takes a query. The kind comes first, if `parts` allows one.
    mutating func takeQuery(_ parts: QueryParts) throws(LanguageError) -> Query {
        var query = Query()
        query.verb = verb.name
        for (part, name) in QueryParts.names where !parts.contains(part) {
            guard let value = try takeNamed(name) else { continue }
            throw LanguageError(.unexpected("\(name):", verb: verb.name), at: value.span)
        }
        if parts.contains(.kind) {
            query.kind = takeKind()
            if query.kind == nil { try refuseRetiredKind() }
        }
        if parts.contains(.sort) { query.sort = try takeSort() }
        if parts.contains(.limit) { query.limit = try takeLimit() }
        if let columns = try takeNamed("columns") { query.columns = try names(in: columns) }
        if let field = try takeNamed("by") {
            guard !field.value.isEmpty else {
                throw LanguageError(.missing(.field, verb: "by:"), at: field.span)
            }
            query.grouping = field
        }
        query.condition = try takeCondition()
        return query
    }

    /// Takes `sort:A,-B`.
    private mutating func takeSort() throws(LanguageError) -> [Query.Sort] {
        guard let sort = try takeNamed("sort") else { return [] }
        var keys: [Query.Sort] = []
        var start = sort.span.lowerBound
        for key in sort.value.split(separator: ",", omittingEmptySubsequences: false) {
            let isDescending = key.hasPrefix("-")
            let name = isDescending ? key.dropFirst() : key
            guard !name.isEmpty else {
                throw LanguageError(.missing(.field, verb: "sort:"), at: sort.span)
            }
            // The positions of the fields are known only without quotes and escapes.
            let isPlain = sort.value.utf8.count == sort.span.count
            let end = start + key.utf8.count
            let place = isPlain ? end - name.utf8.count..<end : sort.span
            keys.append(
                Query.Sort(
                    field: Spanned(String(name), place), span: isPlain ? start..<end : sort.span,
                    isDescending: isDescending))
            start = end + 1
        }
        return keys
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
