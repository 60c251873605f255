/// The argument for queries.
extension Argument {
    /// `[KIND] [CONDITION…] [sort:FIELD,-FIELD] [limit:N] [columns:A,B]`: a query. It always allows
    /// conditions.
    package static func query(
        _ path: Path<Query>, _ parts: QueryParts = .all
    ) -> Self {
        Self(parts.synopsis, parts.contents) { (reader, command) throws(LanguageError) in
            if parts.contains(.required), reader.isAtEnd { throw reader.missing(.condition) }
            command[keyPath: path] = try reader.takeQuery(parts)
        }
    }
}

/// The parts of a query that a verb takes besides conditions.
package struct QueryParts: OptionSet, Sendable {
    /// One bit per part.
    package let rawValue: Int

    /// Creates a set from its bits.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Creates a set from its elements. The generic initializer of `SetAlgebra` would look up their
    /// type while the program starts.
    package init(arrayLiteral parts: QueryParts...) {
        rawValue = parts.reduce(0) { $0 | $1.rawValue }
    }

    /// The kind, in the first position.
    package static let kind = QueryParts(rawValue: 1)
    /// `sort:FIELD,-FIELD`
    package static let sort = QueryParts(rawValue: 2)
    /// `limit:N`
    package static let limit = QueryParts(rawValue: 4)
    /// `columns:A,B`
    package static let columns = QueryParts(rawValue: 8)
    /// At least one condition is required.
    package static let required = QueryParts(rawValue: 16)
    /// `by:FIELD`
    package static let grouping = QueryParts(rawValue: 32)

    /// Everything that a listing takes.
    package static let all: QueryParts = [.kind, .sort, .limit, .columns]

    /// The parts that are a `name:value`, with their names.
    static var names: [(part: QueryParts, name: String)] {
        [(.sort, "sort"), (.limit, "limit"), (.columns, "columns"), (.grouping, "by")]
    }

    var synopsis: String {
        var synopsis = contains(.kind) ? "[KIND] " : ""
        synopsis += contains(.required) ? "CONDITION…" : "[CONDITION…]"
        if contains(.sort) { synopsis += " [sort:FIELD,-FIELD]" }
        if contains(.limit) { synopsis += " [limit:N]" }
        if contains(.columns) { synopsis += " [columns:A,B]" }
        if contains(.grouping) { synopsis += " [by:FIELD]" }
        return synopsis
    }

    var contents: [Slot.Content] {
        var contents: [Slot.Content] = contains(.kind) ? [.kind] : []
        contents.append(.conditions)
        if contains(.sort) { contents.append(.named("sort", .fields)) }
        if contains(.limit) { contents.append(.named("limit", .free)) }
        if contains(.columns) { contents.append(.named("columns", .fields)) }
        if contains(.grouping) { contents.append(.named("by", .fields)) }
        return contents
    }
}
