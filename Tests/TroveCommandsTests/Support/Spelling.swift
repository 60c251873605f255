import TroveCommands
import TroveLanguage
import TroveModel

/// Formats a parsed command as one short line for comparison in tables.
enum Spelling {
    static let context = ArgumentReader.Context(kinds: .standard, currentKind: 0)

    /// Returns the command of a line; `empty` or `incomplete` if it has none.
    static func command(
        _ line: String, in context: ArgumentReader.Context = context
    ) throws(LanguageError) -> String {
        switch try CommandTable.parse(line, in: context) {
        case .empty: "empty"
        case .incomplete(let quote): "incomplete \(quote.map { String($0.value) } ?? "line")"
        case .command(let command):
            spell(command, context.kinds)
        }
    }

    private static func spell(_ command: any ShellCommand, _ kinds: Kinds) -> String {
        let verb = type(of: command).name
        return join([names[verb] ?? verb] + spell(Properties(command), verb, kinds))
    }

    /// Verbs that are synonyms of another one.
    private static let names = ["filter": "list", "find": "list"]

    /// Returns the properties of the command of a line.
    ///
    /// - Throws: `LanguageError`, or `NoCommand` for a line without a command.
    static func properties(_ line: String) throws -> Properties {
        guard case .command(let command) = try CommandTable.parse(line, in: context) else {
            throw NoCommand()
        }
        return Properties(command)
    }

    struct NoCommand: Error {}

    /// Returns the arguments of a command. Verbs with a special order or meaning are listed; the
    /// others use their properties as they are.
    private static func spell(_ command: Properties, _ verb: String, _ kinds: Kinds) -> [String?] {
        let yes = command.flag("isConfirmed") ? "yes" : nil
        func text(_ name: String, _ before: String = "") -> String? {
            command.text(name).map { "\(before)[\($0)]" }
        }
        func kind(_ name: String = "kind") -> String? {
            (command[name] as KindIndex?).map { kinds[$0].name }
        }
        let items = command.items("items") ?? command.items("results")
        let item = command["item"].map { (item: Spanned<Reference>) in spell(item) }
        let query = command["query"].map { (query: Query) in spell(query, kinds) } ?? []
        let fields = (command["fields"] as [Assignment]?)?.map(spell) ?? []
        switch verb {
        case "add": return [kind(), text("title")] + fields + [yes]
        case "use": return [kind()]
        case "stats": return [kind(), command["year"].map { (year: Int) in "\(year)" }]
        case "advance": return [items, text("state", "to "), yes]
        case "page": return [item, command.page, yes]
        case "note": return [item, text("text"), command.flag("isAppended") ? "append" : nil, yes]
        case "tag", "untag": return [items, text("tags", "with "), yes]
        case "echo": return ["[\(command.text("text") ?? "")]"]
        case "shelve": return [items, text("shelf", "on "), yes]
        case "unshelve": return [items, text("shelf", "from "), yes]
        case "lend": return [item, text("borrower", "to "), text("due", "due "), yes]
        case "read": return [items, text("date", "on "), command.flag("isAgain") ? "again" : nil]
        case "birthstones": return [(command["month"] as Month?)?.name]
        case "search":
            let subject = (command["subject"] as CatalogueSubject?).map { "in \($0)" }
            return [text("text"), command.spelled("field").map { "by \($0)" }, subject]
        case "take":
            return [items, (command["target"] as Spanned<Reference>?).map { "into \(spell($0))" }]
                + fields + [yes]
        case "export":
            return [text("path")] + query + [command.spelled("form").map { "as \($0)" }, yes]
        case "import":
            let twice = command.spelled("chosenDuplicates") == "add" ? "twice" : nil
            return [
                text("path"), command.spelled("format").map { "as \($0)" },
                command.flag("isPreview") ? "preview" : nil, twice,
            ]
        case "scan":
            let files = (command["files"] as [Spanned<String>]?) ?? []
            return files.map { "[\($0.value)]" } + fields + [yes]
        case "isbn": return [text("number")] + fields + [yes]
        case "undo": return [command.flag("isSkipping") ? "skip" : nil, text("place", "to ")]
        case "diff": return [text("since", "since ")]
        case "mark":
            return [text("mark"), command.flag("isMoving") ? "here" : nil]
        case "as-of":
            let shown = (command["command"] as (any ShellCommand)?).map { type(of: $0).name }
            return [text("place"), shown]
        case "log":
            return [
                item, text("since", "since "),
                command["limit"].map { (limit: Int) in "limit \(limit)" },
            ]
        case "snapshot":
            let action = command.spelled("action")
            return [action, action == "list" ? nil : text("snapshot"), yes]
        case "signup": return [text("email"), text("userName"), text("passwordFile", "from "), yes]
        case "login": return [text("email"), text("passwordFile", "from "), yes]
        case "password": return [text("oldFile", "from "), text("newFile", "to ")]
        case "devices", "queue", "resolve", "policy", "net", "alias":
            return command.action(verb, kinds)
        case "timing": return [command["isOn"].map { (isOn: Bool) in isOn ? "on" : "off" }]
        case "tutorial":
            let lessons = (command["lessons"] as [Spanned<String>]?) ?? []
            return [command.flag("isCheck") ? "check" : nil] + lessons.map { "[\($0.value)]" }
        case "explain": return [text("command")]
        case "demo":
            let request = command["request"] as DemoRequest?
            return [
                request?.lesson.map { "[\($0.value)]" },
                request?.recording.map { "into [\($0.value)]" },
            ]
        case "kind":
            return [command.spelled("action")]
                + ["subject", "field", "rest"].map {
                    command.text($0)?.isEmpty == false ? text($0) : nil
                }
        case "watch": return [command.spelled("interval"), text("command")]
        default:
            let texts = [
                "text", "number", "rating", "file", "address", "topic", "verb", "path", "shelf",
            ]
            return [items, item] + query + fields + texts.map { text($0) }
                + [text("setting"), text("value"), yes]
        }
    }

    private static func join(_ parts: [String?]) -> String {
        parts.compactMap(\.self).joined(separator: " ")
    }

    private static func spell(_ assignment: Assignment) -> String {
        "\(assignment.field.value):\(assignment.value.map { "[\($0.value)]" } ?? "-")"
    }

    static func spell(_ references: [Spanned<Reference>]) -> String {
        references.map(spell).joined(separator: " ")
    }

    private static func spell(_ reference: Spanned<Reference>) -> String {
        switch reference.value {
        case .number(let number): "#\(number)"
        case .range(let range): "#\(range.lowerBound)-\(range.upperBound)"
        case .title(let title): "[\(title)]"
        case .result(let number): "r\(number)"
        case .it: "it"
        case .selection(let selection): "{\(join(spell(selection.query, .standard)))}"
        }
    }

    private static func spell(_ query: Query, _ kinds: Kinds) -> [String] {
        var parts: [String] = []
        if let kind = query.kind { parts.append(kinds[kind].plural) }
        if let condition = query.condition { parts.append(spell(condition)) }
        if !query.sort.isEmpty {
            let keys = query.sort.map { "\($0.isDescending ? "-" : "")\($0.field.value)" }
            parts.append("by \(keys.joined(separator: "+"))")
        }
        if let field = query.grouping { parts.append("by each \(field.value)") }
        if let limit = query.limit { parts.append("limit \(limit)") }
        if let columns = query.columns {
            parts.append("columns \(columns.map(\.value).joined(separator: "+"))")
        }
        return parts
    }

    private static func spell(_ condition: Condition) -> String {
        switch condition {
        case .comparison(let field, let comparison, let values):
            field.value + comparison.rawValue
                + values.map { "[\($0.value)]" }.joined(separator: "|")
        case .text(let text): "[\(text.value)]"
        case .all(let parts): "(\(parts.map(spell).joined(separator: " and ")))"
        case .any(let parts): "(\(parts.map(spell).joined(separator: " or ")))"
        case .not(let part): "not \(spell(part))"
        }
    }
}
