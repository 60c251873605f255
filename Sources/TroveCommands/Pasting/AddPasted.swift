import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Adds pasted lines as items, looks them up if they are ISBNs, or imports them if they are a
/// table, after asking the user.
///
/// It has no verb: the prompt creates it for a paste that is not commands.
struct AddPasted: ShellCommand {
    private var lines: PastedLines?

    static let name = Add.name
    static let effect = Effect.changesItems
    static let syntax = Syntax<AddPasted>(.collect, "add pasted lines", arguments: [], examples: [])

    init() {}

    init(_ lines: PastedLines) {
        self.lines = lines
    }

    func run(in context: any CommandContext) throws -> Reply {
        guard let lines, let user = context.user else {
            throw CommandFailure(.needsTerminal(Self.name))
        }
        // Other shells must not wait for the lock during a question.
        try context.commit()
        if let codes = lines.codes, let kind = try? context.bookKind() {
            return try offer(codes, kind, user, context)
        }
        for text in [lines.text, PastedMarkdown(lines.text)?.text].compactMap(\.self) {
            if let rows = rowCount(of: text, context) {
                return try offerImport(of: text, rows: rows, user, context)
            }
        }
        if let table = PastedTable(lines.text) { return try offer(table, lines, user, context) }
        return try offer(lines.titles, user, context)
    }

    // MARK: Codes

    /// Asks whether the books with these ISBNs are added.
    private func offer(
        _ codes: [CodeLine], _ kind: KindIndex, _ user: any TerminalUser,
        _ context: any CommandContext
    ) throws -> Reply {
        try context.mustAsk([(kind, .create)])
        let numbers = codes.compactMap(\.isbn)
        context.say(.text(Message.pasted(numbers.map(\.hyphenated))))
        let question = Message.scanningPasted(
            numbers.count, of: codes.count, context.kinds[kind])
        guard let answer = context.answer(user, to: question)?.lowercased(),
            ["y", "yes"].contains(answer)
        else { return .text(Message.notConfirmed) }
        var pasted = PastedCodes(of: kind, in: context)
        return try pasted.add(codes)
    }

    // MARK: Titles

    private func offer(
        _ titles: [String], _ user: any TerminalUser, _ context: any CommandContext
    ) throws -> Reply {
        let kind = context.kinds[context.currentKind]
        try context.mustAsk([(context.currentKind, .create)])
        context.say(.text(Message.pasted(titles)))
        let question = Message.addingPasted(titles.count, kind)
        switch context.answer(user, to: question)?.lowercased() {
        case "y", "yes": return try add(titles, context)
        case "e", "edit":
            let form = Message.pastedForm(kind).rendered + titles.joined(separator: "\n") + "\n"
            return try user.edit(form, of: nil, editor: context.surroundings.editor) { edited, _ in
                try add(PastedLines.titles(in: edited), context)
            }
        default: return .text(Message.notConfirmed)
        }
    }

    /// Adds an item for each title, except for those that the library has.
    private func add(_ titles: [String], _ context: any CommandContext) throws -> Reply {
        let kind = context.currentKind
        try context.beginChanging(kind)
        try context.mustAsk([(kind, .create)])
        var changes: [Change] = []
        var known: [String] = []
        var rejected: [Reply] = []
        var seen: Set<[UInt8]> = []
        for title in titles {
            guard !context.isInterrupted else {
                context.library.rollback()
                throw CommandFailure(.isInterrupted)
            }
            guard seen.insert(Folding.name(title)).inserted else {
                known.append(title)
                continue
            }
            switch try Self.candidate(titled: title, of: kind, context) {
            case .new(let item): changes.append(.create(item))
            case .known: known.append(title)
            case .rejected(let violation):
                rejected.append(
                    .warning(Message.isNotAdded(title, violation, context.kinds[kind])))
            }
        }
        let reply: Reply =
            changes.isEmpty ? .text(Message.notConfirmed) : try context.perform(changes)
        let duplicates = known.isEmpty ? [] : [Reply.warning(Message.areThere(known))]
        return .sequence([reply] + duplicates + rejected)
    }

    private enum Candidate {
        case new(Item)
        /// The library has an item with this title.
        case known
        case rejected(RuleViolation)
    }

    private static func candidate(
        titled title: String, of index: KindIndex, _ context: any CommandContext
    ) throws -> Candidate {
        let kind = context.kinds[index]
        var values = context.initialValues(of: kind)
        let (name, year) = parts(of: title, kind)
        do throws(RuleViolation) {
            values[Kind.titleIndex] = try kind.fields[Kind.titleIndex].parse(
                name, today: context.surroundings.today)
            if let field = kind.index(ofRole: .year), let year {
                values[field] = try kind.fields[field].parse(
                    year, today: context.surroundings.today)
            }
            try kind.check(values)
            try context.library.catalog.checkNames(of: values, kind: index)
        } catch {
            if case .isTaken = error.rule { return .known }
            return .rejected(error)
        }
        let duplicate = try context.library.duplicates.first(
            of: values, kind: index, isTitleEnough: true)
        if duplicate != nil { return .known }
        return .new(try context.newItem(kind.withoutEarlyCompletion(values), of: index))
    }

    /// Splits `Alien (1979)` into the title and the year, if the kind has a field for it.
    private static func parts(of title: String, _ kind: Kind) -> (title: String, year: String?) {
        guard kind.index(ofRole: .year) != nil,
            let match = title.wholeMatch(of: #/(.*\S)\s*\(([0-9]{4})\)/#)
        else { return (title, nil) }
        return (String(match.1), String(match.2))
    }

    // MARK: Tables

    /// Returns the number of rows if a text is a table with a known header, or JSON; else nil.
    private func rowCount(of text: String, _ context: any CommandContext) -> Int? {
        guard let reader = try? ImportReader(text: text, context.importRequest),
            // One column may be titles.
            reader.header.count != 1
        else { return nil }
        var count = 0
        while let row = try? reader.next() {
            if case .leftOut = row { continue }
            count += 1
        }
        return count > 0 ? count : nil
    }

    /// Asks for the names of the columns, and imports the rows.
    private func offer(
        _ table: PastedTable, _ lines: PastedLines, _ user: any TerminalUser,
        _ context: any CommandContext
    ) throws -> Reply {
        let kind = context.kinds[context.currentKind]
        context.say(.text(Message.pasted(lines.titles)))
        context.say(.text(Message.lacksHeader(table, kind)))
        while true {
            switch context.answer(user, to: Message.columnNames)?.simplified ?? "" {
            case "", "n", "no", "q", "quit": return .text(Message.notConfirmed)
            case Message.titlesOfPasted: return try offer(lines.titles, user, context)
            case let names:
                let text = table.headed(by: names)
                if let rows = rowCount(of: text, context) {
                    return try offerImport(of: text, rows: rows, user, context)
                }
                context.say(.warning(Message.areNoColumns(names, kind)))
            }
        }
    }

    private func offerImport(
        of text: String, rows: Int, _ user: any TerminalUser, _ context: any CommandContext
    ) throws -> Reply {
        var command = Import()
        command.path = Spanned("the pasted text", 0..<0)
        command.isPasted = true
        let question = Message.importingPasted(rows: rows)
        while true {
            let answer = context.answer(user, to: question)?.lowercased() ?? "n"
            command.isPreview = ["p", "preview"].contains(answer)
            guard command.isPreview || ["y", "yes"].contains(answer) else {
                return .text(Message.notConfirmed)
            }
            // A file of rejected rows is called pasted.rejects.csv.
            let reply = try command.importRows(besides: "pasted", in: context) {
                try ImportReader(text: text, context.importRequest)
            }
            guard command.isPreview else { return reply }
            context.library.endReading()
            context.say(reply)
        }
    }
}
