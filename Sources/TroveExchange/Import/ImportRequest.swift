package import TroveModel

/// What the user chose for an import.
package struct ImportRequest: Sendable {
    /// The kinds of the library.
    package let kinds: Kinds
    /// Whether the user named the format, so that its signature need not match.
    package var isNamed = false
    /// Whether the values of unknown columns become lines of the note.
    package var keepsUnknownColumns = false
    /// The kind of the items of a table that does not name it; nil to find it from the header.
    package var kind: KindIndex?
    /// The kind that comes first among those that a header fits equally well; nil for none.
    package var preferredKind: KindIndex?
    /// The columns of a table, by the names of their fields; empty to find them by their names.
    package var columns: [ChosenColumn] = []

    /// A field, and the column of the file that has its values.
    package struct ChosenColumn: Sendable, Hashable {
        /// The name of the field.
        package let field: String
        /// The name of the column in the file.
        package let column: String

        /// Creates a choice.
        package init(field: String, column: String) {
            self.field = field
            self.column = column
        }
    }

    /// Creates a request without choices.
    package init(kinds: Kinds) {
        self.kinds = kinds
    }

    /// Parses `title=Título,author=Autor`; nil if a part is not a field and a column with `=`
    /// between them, or if two parts name the same field.
    package static func columns(parsing text: String) -> [ChosenColumn]? {
        var columns: [ChosenColumn] = []
        for part in text.split(separator: ",") {
            guard let sign = part.firstIndex(of: "=") else { return nil }
            let field = trimmed(part[..<sign])
            let column = trimmed(part[part.index(after: sign)...])
            guard !field.isEmpty, !column.isEmpty, !columns.contains(where: { $0.field == field })
            else { return nil }
            columns.append(ChosenColumn(field: field, column: column))
        }
        return columns.isEmpty ? nil : columns
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
