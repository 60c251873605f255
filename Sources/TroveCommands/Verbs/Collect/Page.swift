import TroveLanguage
import TroveModel
import TroveStore

/// Records the current page.
struct Page: ShellCommand {
    var item = Spanned<Reference>.unread
    var target = Spanned(Target.page(0), 0..<0)
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    /// The page to record.
    enum Target: Sendable, Equatable {
        case page(Int)
        case forward(Int)
        case back(Int)
        /// A percentage of all pages, from 0 to 100.
        case percent(Int)
    }

    static let name = "page"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Page>(
        .collect, "record your current page",
        details:
            "The state stays as it is; on the last page, the reply says how to finish the item.",
        appliesTo: { $0.progress != nil },
        arguments: [
            Argument("REF N|+N|-N|N%", [.item, .number], width: .atLeastOne) {
                (reader, command) throws(LanguageError) in
                guard let word = reader.popLast() else { throw reader.missing(.reference) }
                guard !reader.isAtEnd else { throw reader.missing(.page) }
                guard let target = Target(word.text) else {
                    throw LanguageError(.noNumber(word.text, what: .page), at: word.span)
                }
                command.item = try reader.oneReference(reader.takeAll())
                command.target = Spanned(target, word.span)
            }, .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "page 2 152",
                "The Left Hand of Darkness: page 152 of 304  ▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░ 50 %"),
            .init(
                "page 2 +20",
                "The Left Hand of Darkness: page 172 of 304  ▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░░ 56 %"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        let moves = try context.items([item], for: .update).map { try move($0, in: context) }
        context.session.it = moves.last?.item.number
        _ = try context.carryOut(
            moves.compactMap { Change.update(from: $0.item, to: $0.values) })
        let replies = moves.map { move in
            let item = move.item
            let now = Item(
                kind: item.kind, number: item.number, id: item.id, values: move.values)
            let progress = Reply.progress(now, page: move.page, total: move.total)
            guard move.page == move.total, !context.isForPrograms,
                let hint = Message.canFinish(now, context.kinds[now.kind])
            else { return progress }
            return .sequence([progress, .text(hint)])
        }
        return replies.count == 1 ? replies[0] : .sequence(replies)
    }

    /// An item with its values on the new page, and the total number of pages.
    private typealias Move = (item: Item, values: [Value?], page: Int, total: Int?)

    private func move(_ item: Item, in context: any CommandContext) throws -> Move {
        let kind = context.kinds[item.kind]
        guard let progress = kind.progress else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: self.item.span)
        }
        let page = try page(of: item, kind, progress)
        var values = item.values
        do throws(RuleViolation) {
            values[progress.current] = try kind.fields[progress.current].parse(
                "\(page)", today: context.surroundings.today)
            try kind.check(values, after: item.values)
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: target.span)
        }
        var total: Int?
        if case .integer(let pages)? = values[progress.total] { total = pages }
        return (item, values, page, total)
    }

    private func page(
        of item: Item, _ kind: Kind, _ progress: (current: FieldIndex, total: FieldIndex)
    ) throws -> Int {
        var current = 0
        if case .integer(let page)? = item.values[progress.current] { current = page }
        switch target.value {
        case .page(let page): return page
        case .forward(let pages):
            let (page, isTooLarge) = current.addingReportingOverflow(pages)
            return isTooLarge ? .max : page
        case .back(let pages): return pages >= current ? 0 : current - pages
        case .percent(let percent):
            guard case .integer(let total)? = item.values[progress.total] else {
                let field = kind.fields[progress.total].name
                throw CommandFailure(.needsTotal(item, field: field), at: target.span)
            }
            // The first page at which the bar shows this percentage.
            return (total * percent + 99) / 100
        }
    }
}

extension Page.Target {
    /// Parses `120`, `+20`, `-5` or `50%`.
    init?(_ text: String) {
        if text.hasSuffix("%") {
            // `Int` would also read a sign.
            guard let percent = Int(text.dropLast()), (0...100).contains(percent),
                !text.hasPrefix("+"), !text.hasPrefix("-")
            else { return nil }
            self = .percent(percent)
        } else if text.hasPrefix("+"), let pages = Int(text.dropFirst()), pages >= 0 {
            self = .forward(pages)
        } else if text.hasPrefix("-"), let pages = Int(text.dropFirst()), pages >= 0 {
            self = .back(pages)
        } else if let page = Int(text), page >= 0 {
            self = .page(page)
        } else {
            return nil
        }
    }
}
