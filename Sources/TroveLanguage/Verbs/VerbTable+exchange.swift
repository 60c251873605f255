extension VerbTable {
    /// What comes from files, and goes into them.
    static let exchange: [Verb] = [
        Verb(
            "export", .library,
            ["export FILE [KIND] [CONDITION…] [sort:FIELD] [limit:N] [as:csv|json|jsonl] [--yes]"],
            "write things to a file",
            details: """
                With every field they have, in a form that import reads back without loss. The file's \
                name tells the form, csv if it does not; - is standard output. Conditions are those of \
                list. It asks before it replaces a file; in a script --yes is the answer.
                """,
            parameters: [
                .file, .kind, .conditions, .fieldName("sort"), .named("limit"),
                .choice("as", Export.Form.allCases.map(\.rawValue)),
            ], options: ["--yes"],
            examples: [
                .init(
                    "export - gems",
                    """
                    kind,name,description,photo,color,hardness,birthstone
                    gem,Ruby,,,red,9,July
                    """),
                .init("export /dev/null", "Exported 2 books, 1 gem, 1 movie to /dev/null"),
                .init(
                    "export /dev/null books pages>400 as:json", "Exported 1 book to /dev/null"),
            ]
        ) { (reader) throws(LanguageError) in
            .export(try reader.takeExport())
        }
    ]
}

extension ArgumentReader {
    fileprivate mutating func takeExport() throws(LanguageError) -> Export {
        let form = try takeChoice("as", Export.Form.allCases)
        guard let file = next() else { throw missing(.file) }
        guard file.kind == .word else { throw unexpected(file) }
        let query = try takeQuery()
        if let column = query.columns?.first {
            // Whatever is left out would be lost.
            throw LanguageError(.unexpected("columns:", verb: verb.name), at: column.span)
        }
        return Export(
            path: Spanned(file.text, file.span), query: query, form: form,
            isConfirmed: has("--yes"))
    }
}
