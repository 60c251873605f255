import TroveLanguage
import TroveModel
import TroveStore

/// Opens an item in the user's editor, with a line for each field.
struct Edit: ShellCommand {
    var item = Spanned<Reference>.unread

    static let name = "edit"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Edit>(
        .collect, "change an item in your editor",
        details: """
            Opens $VISUAL or $EDITOR with a line for each field. If the editor exits with an \
            error, nothing changes. It needs a terminal; scripts use `set`.
            """,
        arguments: [.item(\.item)],
        examples: [
            .init("edit 9", "error: there is no item 9"),
            .init("edit 1", "error: edit needs a terminal"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let item = try context.item(item)
        guard let user = context.user else {
            throw CommandFailure(.needsTerminal(Self.name), at: nil)
        }
        if try !context.library.outbox.isUnseen(item.id) {
            try context.mustAsk([(item.kind, .update)])
        }
        try context.commit()
        let form = EditForm.text(of: item, context.kinds[item.kind])
        let reply = try user.edits(form, editor: context.surroundings.editor) { edited in
            try use(edited, insteadOf: form, for: item, context)
        }
        return reply ?? .text(Message.notEdited)
    }

    /// Applies the fields that the user changed, and keeps what others changed meanwhile.
    private func use(
        _ edited: String, insteadOf form: String, for item: Item, _ context: any CommandContext
    ) throws -> Reply {
        let before = try EditForm.assignments(in: form)
        let assignments = try EditForm.assignments(in: edited).filter { assignment in
            !before.contains {
                $0.field.value == assignment.field.value
                    && $0.value?.value == assignment.value?.value
            }
        }
        try context.beginChanging(item.kind)
        guard let current = try context.library.item(numbered: item.number) else {
            throw CommandFailure(.noSuchNumber(item.number))
        }
        guard let change = try context.update(current, assignments) else {
            return .changes([ChangeReport(change: nil, item: current)])
        }
        return try context.withDuplicates([change], context.perform([change]))
    }
}

/// The text that `edit` opens: `field: value` on each line, with further lines of a value indented.
enum EditForm {
    static func text(of item: Item, _ kind: Kind) -> String {
        let lines = kind.fieldIndices.map { index in
            let value = item.values[index].map(kind.fields[index].shown) ?? ""
            let indented = value.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\n    ")
            return "\(kind.fields[index].name): \(indented)"
        }
        return """
            # \(kind.name) \(item.number). Save and leave the editor to apply your changes.
            # Lines that begin with # are ignored; an empty value clears its field.

            """ + lines.joined(separator: "\n") + "\n"
    }

    static func assignments(in text: String) throws(CommandFailure) -> [Assignment] {
        var fields: [(name: String, value: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    "), !fields.isEmpty {
                fields[fields.count - 1].value += "\n" + line.dropFirst(4)
                continue
            }
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            guard let colon = line.firstIndex(of: ":") else {
                throw CommandFailure(.badForm(String(line)))
            }
            var value = line[line.index(after: colon)...]
            if value.hasPrefix(" ") { value = value.dropFirst() }
            fields.append((String(line[..<colon]), String(value)))
        }
        return fields.map { field in
            Assignment(
                field: Spanned(field.name, 0..<0),
                value: field.value.isEmpty ? nil : Spanned(field.value, 0..<0), span: 0..<0)
        }
    }
}
