import TroveLanguage
import TroveModel
import TroveStore

extension Interpreter {
    /// Lets a person change a thing in an editor: a line for each field, as `set` would take it.
    func edit(_ reference: Spanned<Reference>) throws -> Reply {
        let item = try item(reference)
        guard let person = session.person else {
            throw CommandFailure(.needsTerminal("edit"), at: nil)
        }
        if try !library.isUnseen(item.id) { try session.mustAsk([(item.kind, .update)]) }
        let editor = session.surroundings["VISUAL"] ?? session.surroundings["EDITOR"] ?? "vi"
        try session.settle()
        let form = EditForm.text(of: item, kinds[item.kind])
        let reply = try person.edits(form, editor: editor) { edited in
            try use(edited, insteadOf: form, for: item)
        }
        return reply ?? .text(Message.notEdited)
    }

    /// Changes what the person changed, and nothing that others have changed meanwhile.
    private func use(_ edited: String, insteadOf form: String, for item: Item) throws -> Reply {
        let before = try EditForm.assignments(in: form)
        let assignments = try EditForm.assignments(in: edited).filter { assignment in
            !before.contains {
                $0.field.value == assignment.field.value
                    && $0.value?.value == assignment.value?.value
            }
        }
        try beginChanging(item.kind)
        guard let current = try library.item(numbered: item.number) else {
            throw CommandFailure(.noSuchNumber(item.number))
        }
        guard let change = try update(current, assignments) else {
            return .changes([ChangeReport(change: nil, item: current)])
        }
        return try withDuplicates([change], perform([change]))
    }
}

/// The form that `edit` opens: `field: value` on a line each, further lines of a value indented.
enum EditForm {
    static func text(of item: Item, _ kind: Kind) -> String {
        let lines = kind.fields.indices.map { index in
            let value = item.values[index].map(kind.fields[index].shown) ?? ""
            let indented = value.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\n    ")
            return "\(kind.fields[index].name): \(indented)"
        }
        return """
            # \(kind.name) \(item.number). Save and leave the editor to keep what you changed.
            # A line that begins with # does not count; an empty value clears its field.

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
