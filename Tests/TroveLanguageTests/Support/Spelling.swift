import TroveLanguage
import TroveModel

/// Writes what was parsed as one short line, so that tables can compare it.
enum Spelling {
    static let context = ArgumentReader.Context(kinds: .standard, currentKind: 0)

    /// The command of a line; `empty` and `incomplete` where there is none.
    static func command(
        _ line: String, in context: ArgumentReader.Context = context
    ) throws(LanguageError) -> String {
        switch try Parser.parse(line, in: context) {
        case .empty: "empty"
        case .incomplete(let quote): "incomplete \(quote.map { String($0.value) } ?? "line")"
        case .command(let command, _): spell(command, context.kinds)
        }
    }

    private static func spell(_ command: Command, _ kinds: Kinds) -> String {
        switch command {
        case .add(let kind, let title, let assignments, let isConfirmed):
            join(
                ["add", kinds[kind].name, "[\(title.value)]"] + assignments.map(spell)
                    + (isConfirmed ? ["yes"] : []))
        case .set(let references, let assignments):
            join(["set", spell(references)] + assignments.map(spell))
        case .shelve(let references, let shelf): "shelve \(spell(references)) on [\(shelf.value)]"
        case .unshelve(let references, let shelf):
            "unshelve \(spell(references)) from [\(shelf.value)]"
        case .shelves(let shelf): "shelves\(shelf.map { " [\($0.value)]" } ?? "")"
        case .wishlist(let query): join(["wishlist"] + spell(query, kinds))
        case .lend(let reference, let borrower, let due):
            "lend \(spell(reference)) to [\(borrower.value)]"
                + (due.map { " due [\($0.value)]" } ?? "")
        case .giveBack(let references): "return \(spell(references))"
        case .loans: "loans"
        case .statistics(let kind, let year):
            join(
                ["stats"] + [kind.map { kinds[$0].name }, year.map { "\($0)" }].compactMap(\.self))
        case .edit(let reference): "edit \(spell(reference))"
        case .delete(let references, let isConfirmed):
            "delete \(spell(references))\(isConfirmed ? " yes" : "")"
        case .advance(let references, let state):
            "advance \(spell(references))\(state.map { " to [\($0.value)]" } ?? "")"
        case .page(let reference, let target): "page \(spell(reference)) \(spell(target.value))"
        case .rate(let reference, let rating): "rate \(spell(reference)) [\(rating.value)]"
        case .note(let reference, let text): "note \(spell(reference)) [\(text.value)]"
        case .list(let query): join(["list"] + spell(query, kinds))
        case .count(let query): join(["count"] + spell(query, kinds))
        case .show(let references): "show \(spell(references))"
        case .use(let kind): "use \(kinds[kind].name)"
        case .birthstones(let month): join(["birthstones", month?.value.name])
        case .search(let search):
            join([
                "search [\(search.text.value)]", search.field.map { "by \($0)" },
                search.subject == .books ? nil : "in \(search.subject)",
            ])
        case .more: "more"
        case .take(let taking):
            join(
                ["take \(spell(taking.results))", taking.target.map { "into \(spell($0))" }]
                    + taking.assignments.map(spell) + [taking.isConfirmed ? "yes" : nil])
        case .read(let references): "read \(spell(references))"
        case .unread(let references): "unread \(spell(references))"
        case .reads(let query): join(["reads"] + spell(query, kinds))
        case .isbn(let text, let isConfirmed): "isbn [\(text.value)]\(isConfirmed ? " yes" : "")"
        case .scan(let file, let isConfirmed):
            join(["scan", file.map { "[\($0.value)]" }, isConfirmed ? "yes" : nil])
        case .cover(let reference): "cover \(spell(reference))"
        case .export(let export): spell(export, kinds)
        case .importing(let file):
            join([
                "import [\(file.path.value)]", file.format.map { "as \($0)" },
                file.isPreview ? "preview" : nil, file.duplicates == .add ? "twice" : nil,
            ])
        case .undo(let isSkipping): isSkipping ? "undo skip" : "undo"
        case .redo: "redo"
        case .log(let reference, let limit):
            join(["log", reference.map(spell), limit.map { "limit \($0)" }])
        case .snapshot(.save(let name)): "snapshot save [\(name.value)]"
        case .snapshot(.restore(let name, let isConfirmed)):
            "snapshot restore [\(name.value)]\(isConfirmed ? " yes" : "")"
        case .snapshot(.list): "snapshot list"
        case .check: "check"
        case .connect(let address, let isConfirmed):
            join(["connect", address.map { "[\($0.value)]" }, isConfirmed ? "yes" : nil])
        case .disconnect(let isConfirmed): "disconnect\(isConfirmed ? " yes" : "")"
        case .signUp(let email, let name, let file, let isConfirmed):
            join([
                "signup [\(email.value)] [\(name.value)]", file.map { "from [\($0.value)]" },
                isConfirmed ? "yes" : nil,
            ])
        case .logIn(let email, let file, let isConfirmed):
            join([
                "login [\(email.value)]", file.map { "from [\($0.value)]" },
                isConfirmed ? "yes" : nil,
            ])
        case .logOut: "logout"
        case .whoAmI: "whoami"
        case .devices(let action): spell(action)
        case .changePassword(let old, let new):
            join([
                "password", old.map { "from [\($0.value)]" }, new.map { "to [\($0.value)]" },
            ])
        case .status: "status"
        case .sync: "sync"
        case .queue(let action): spell(action)
        case .conflicts: "conflicts"
        case .resolve(let number, let side): "resolve \(spell(number)) \(side)"
        case .policy(let action): spell(action, kinds)
        case .net(let action): join(["net", action.map(spell)])
        case .help(let verb): join(["help", verb.map { "[\($0.value)]" }])
        case .source(let path): "source [\(path.value)]"
        case .alias(let alias?):
            "alias [\(alias.name.value)] \(alias.command.map { "[\($0)]" } ?? "gone")"
        case .alias(nil): "alias"
        case .history: "history"
        case .echo(let text): "echo [\(text)]"
        case .settings(let setting):
            join([
                "settings", setting.map { "[\($0.name.value)]" },
                setting?.value.map { "[\($0.value)]" },
            ])
        case .notices: "notices"
        case .quit: "quit"
        }
    }

    private static func spell(_ export: Export, _ kinds: Kinds) -> String {
        join(
            ["export [\(export.path.value)]"] + spell(export.query, kinds)
                + [export.form.map { "as \($0)" }, export.isConfirmed ? "yes" : nil])
    }

    private static func spell(_ action: DevicesAction) -> String {
        switch action {
        case .list: "devices"
        case .forget(let device, let isConfirmed):
            switch device.value {
            case .number(let number): "devices forget #\(number)\(isConfirmed ? " yes" : "")"
            case .name(let name): "devices forget [\(name)]\(isConfirmed ? " yes" : "")"
            }
        }
    }

    private static func spell(_ action: QueueAction) -> String {
        switch action {
        case .show: "queue"
        case .retry(let number): "queue retry \(spell(number))"
        case .drop(let number, let isConfirmed):
            "queue drop \(spell(number))\(isConfirmed ? " yes" : "")"
        }
    }

    private static func spell(_ action: PolicyAction, _ kinds: Kinds) -> String {
        switch action {
        case .show: "policy"
        case .reset: "policy reset"
        case .set(let kind, let operation, let rule):
            "policy \(kinds[kind].name) \(operation) \(rule)"
        }
    }

    private static func spell(_ action: NetAction) -> String {
        switch action {
        case .auto: "auto"
        case .off: "off"
        case .slow(let delay): "slow \(delay) ms"
        case .flaky(let percent, let seed):
            join(["flaky \(percent)%", seed.map { "seed \($0)" }])
        }
    }

    private static func spell(_ number: Spanned<Int>?) -> String {
        number.map { "#\($0.value)" } ?? "all"
    }

    private static func join(_ parts: [String?]) -> String {
        parts.compactMap(\.self).joined(separator: " ")
    }

    private static func spell(_ assignment: Assignment) -> String {
        "\(assignment.field.value):\(assignment.value.map { "[\($0.value)]" } ?? "-")"
    }

    private static func spell(_ references: [Spanned<Reference>]) -> String {
        references.map(spell).joined(separator: " ")
    }

    private static func spell(_ reference: Spanned<Reference>) -> String {
        switch reference.value {
        case .number(let number): "#\(number)"
        case .range(let range): "#\(range.lowerBound)-\(range.upperBound)"
        case .title(let title): "[\(title)]"
        case .result(let number): "r\(number)"
        case .it: "it"
        }
    }

    private static func spell(_ target: PageTarget) -> String {
        switch target {
        case .page(let page): "\(page)"
        case .forward(let pages): "+\(pages)"
        case .back(let pages): "-\(pages)"
        case .percent(let percent): "\(percent)%"
        }
    }

    private static func spell(_ query: Query, _ kinds: Kinds) -> [String] {
        var parts: [String] = []
        if let kind = query.kind { parts.append(kinds[kind].plural) }
        if let condition = query.condition { parts.append(spell(condition)) }
        if let sort = query.sort {
            parts.append("by \(sort.isDescending ? "-" : "")\(sort.field.value)")
        }
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
