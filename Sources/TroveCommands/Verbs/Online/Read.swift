import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Puts items or results on the read list, and finishes the items.
struct Read: ShellCommand {
    var items: [Spanned<Reference>] = []
    /// The date as typed; nil is today.
    var date: Spanned<String>?
    /// Whether an entry is added even if there is already one for the same item.
    var isAgain = false
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "read"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Read>(
        .online, "mark books as read",
        details: """
            It adds an entry to the read list, which has one for each finished reading, for books you \
            have and for search results. A book in the library becomes finished, even if you name a \
            result with the same ISBN, or with the same title and no different author. Without on:, the date is \
            today; on:2024 or on:2024-05 is enough. A book that is already on the list needs --again, unless \
            you started it over with `reread`. \
            `rate` and `note` on a finished book also change its latest entry. `reads` shows the list, even offline.
            """,
        appliesTo: { $0.completions != nil && $0.ladder != nil },
        arguments: [
            .itemsOrResults(
                \.items, before: [.optional("on", "DATE", \.date, .known(.completed))]),
            .option("--again", \.isAgain), .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "read Dune on:2024",
                """
                Changed book 1: Dune
                  state  wish → finished
                Added read 5: Dune
                """),
            .init(
                "read Dune",
                "error: \"Dune\" is already on the read list: read 2024"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let list = try context.readListKind()
        try context.beginChanging(list)
        let completed = try completionDate(in: list, context)
        var finished: [(item: Item, change: Change)] = []
        var entries = Entries(context.kinds[list])
        for reading in try readings(in: list, context) {
            let there = try context.latestRecord(
                like: reading.values, in: list, isTitleEnough: true)
            let change = try reading.item.flatMap { try context.finishing($0, at: reading.span) }
            if !isAgain, let there, try !context.isReadAgain(reading.item, change, after: there) {
                throw CommandFailure(
                    .catalogue(
                        .isOnReadList(
                            there, context.kinds[list],
                            reading: reading.reference
                                + (date.map { " on:\(Quoting.argument($0.value))" } ?? ""))),
                    at: reading.span)
            }
            if let item = reading.item, let change { finished.append((item, change)) }
            var values = reading.values
            if let there, let item = reading.item {
                let run = try context.currentRun(of: item, context.kinds[item.kind])
                values = context.withoutEarlierOpinions(
                    values, of: item, change, in: run, after: there)
            }
            if let (field, date) = completed {
                values[field] = date
                context.kinds[list].dropLateStart(from: &values)
            }
            entries.add(values)
        }
        var warnings: [Reply] = []
        if let failure = try context.refusal(of: finished.map(\.change)) {
            warnings = finished.map { item, _ in
                .warning(Message.stays(item, context.kinds[item.kind], because: failure))
            }
            finished = []
        }
        let created = try entries.all.map { values in
            Change.create(
                Item(
                    kind: list, number: try context.library.takeNumber(),
                    id: context.makeItemID(), values: values))
        }
        let made = Consequences(changes: finished.map(\.change) + created)
        try context.apply(made.changes)
        let reports = try context.reports(of: made)
        if finished.isEmpty, let entry = created.last { context.session.it = entry.number }
        return .sequence([.changes(reports)] + warnings)
    }

    /// The entries that the command adds. Several copies of a book, or a book and its entry, are
    /// one reading, unless their values contradict each other.
    private struct Entries {
        private(set) var all: [[Value?]] = []
        private let fields: RecordFields
        /// The fields that must not contradict each other: all but the title and the creator, which
        /// have several spellings.
        private let compared: [FieldIndex]
        /// The places of entries, by what others of the same book have in common with them.
        private var places: [RecordFields.Sign: [Int]] = [:]

        init(_ list: Kind) {
            fields = RecordFields(list)
            let creator = list.distinguishing.flatMap(list.index(ofField:))
            compared = list.fieldIndices.filter { $0 != Kind.titleIndex && $0 != creator }
        }

        mutating func add(_ values: [Value?]) {
            let signs = fields.signs(of: values)
            let candidates = signs.flatMap { places[$0] ?? [] }
            let place = candidates.first { canJoin(all[$0], values) }
            if let place {
                for field in compared where all[place][field] == nil {
                    all[place][field] = values[field]
                }
                return
            }
            for sign in signs { places[sign, default: []].append(all.count) }
            all.append(values)
        }

        private func canJoin(_ one: [Value?], _ other: [Value?]) -> Bool {
            if one == other { return true }
            return fields.isSame(one, other) && fields.isCertain(one, other)
                && compared.allSatisfy { field in
                    one[field] == nil || other[field] == nil || one[field] == other[field]
                }
        }
    }

    /// Returns the field of the date, and its value.
    private func completionDate(
        in list: KindIndex, _ context: any CommandContext
    ) throws -> (FieldIndex, Value)? {
        let kind = context.kinds[list]
        guard let field = kind.index(ofRole: .completed) else { return nil }
        let today = context.surroundings.today
        guard let date else { return (field, .date(today)) }
        do throws(RuleViolation) {
            return (field, try kind.fields[field].parse(date.value, today: today))
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: date.span)
        }
    }

    /// Returns what the references name, each once.
    private func readings(
        in list: KindIndex, _ context: any CommandContext
    ) throws -> [Reading] {
        var seen: Set<ItemNumber> = []
        return try items.flatMap { try context.readings(of: $0, for: list) }
            .filter { $0.item.map { seen.insert($0.number).inserted } ?? true }
    }
}
