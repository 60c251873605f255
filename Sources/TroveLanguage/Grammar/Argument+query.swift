/// What lists are asked for.
extension Argument {
    /// `[KIND] [CONDITION…] [sort:FIELD|-FIELD] [limit:N] [columns:A,B]`
    package static func query(
        _ path: Path<Query>, _ parts: QueryParts = .all
    ) -> Self {
        Self(parts.synopsis, parts.contents) { (reader, command) throws(LanguageError) in
            if parts.contains(.required), reader.isAtEnd { throw reader.missing(.condition) }
            command[keyPath: path] = try reader.takeQuery(parts)
        }
    }
}

/// The parts of a query that a verb takes; conditions are always among them.
package struct QueryParts: OptionSet, Sendable {
    /// A bit for each part.
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The kind stands first.
    package static let kind = QueryParts(rawValue: 1)
    /// `sort:`
    package static let sort = QueryParts(rawValue: 2)
    /// `limit:`
    package static let limit = QueryParts(rawValue: 4)
    /// `columns:`
    package static let columns = QueryParts(rawValue: 8)
    /// Something must be asked for.
    package static let required = QueryParts(rawValue: 16)

    /// All that a list can be asked for.
    package static let all: QueryParts = [.kind, .sort, .limit, .columns]

    var synopsis: String {
        var parts: [String] = []
        if contains(.kind) { parts.append("[KIND]") }
        parts.append(contains(.required) ? "CONDITION…" : "[CONDITION…]")
        if contains(.sort) { parts.append("[sort:FIELD|-FIELD]") }
        if contains(.limit) { parts.append("[limit:N]") }
        if contains(.columns) { parts.append("[columns:A,B]") }
        return parts.joined(separator: " ")
    }

    var contents: [Slot.Content] {
        var contents: [Slot.Content] = contains(.kind) ? [.kind] : []
        contents.append(.conditions)
        if contains(.sort) { contents.append(.named("sort", .fields)) }
        if contains(.limit) { contents.append(.named("limit", .free)) }
        if contains(.columns) { contents.append(.named("columns", .fields)) }
        return contents
    }
}
