import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore

/// Gives the current state of the library a name, or lists the names.
struct SetMark: ShellCommand {
    /// Nil lists the marks.
    var mark: Spanned<String>?
    /// Whether an existing mark is moved to the current state.
    var isMoving = false
    var isRemoving = false

    static let name = "mark"
    static let effect = Effect.readsLibrary
    static let syntax = Syntax<SetMark>(
        .history, "name the current state, to return to it later",
        details: """
            A mark is a name for a place in the change log, on this device only. `as-of NAME`, \
            `diff since:NAME`, `log since:NAME` and `undo to:NAME` take it. A mark costs nothing, \
            and `undo` does not remove it. --move moves an existing mark to the current state, and \
            --remove removes it. Without NAME it lists the marks.
            """,
        arguments: [
            .optionalText("NAME", \.mark, [.mark]), .option("--move", \.isMoving),
            .option("--remove", \.isRemoving),
        ],
        examples: [
            .init(
                "mark before-cleanup",
                """
                Set mark before-cleanup. `undo to:before-cleanup` returns to this state.
                """),
            .init("mark", "mark            set\nbefore-cleanup  2026-11-20 12:00"),
            .init("mark before-cleanup --remove", "Removed mark before-cleanup."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let marks = context.library.marks
        guard let mark else {
            guard !isMoving, !isRemoving else {
                throw LanguageError(.missing(.name, verb: Self.name), at: 0..<0)
            }
            return try list(marks, context)
        }
        if isMoving, isRemoving {
            throw LanguageError(.unexpected("--remove", verb: Self.name), at: mark.span)
        }
        guard !context.library.isReadOnly else {
            throw LibraryError.isReadOnly(context.library.path)
        }
        // Changes that the server rejects leave the log, and the mark must not count them.
        try context.commit()
        let former = try marks.mark(named: mark.value)
        if isMoving || isRemoving, former == nil {
            let names = try marks.all().map(\.name)
            throw CommandFailure(.past(.noSuchMark(mark.value, marks: names)), at: mark.span)
        }
        if isRemoving, let former {
            try marks.remove(former)
            return .text(Message.removed(mark: former.name))
        }
        try check(mark, context)
        if let former, !isMoving {
            throw CommandFailure(.past(.markExists(former)), at: mark.span)
        }
        try marks.set(mark.value, at: context.surroundings.now)
        return .text(
            former == nil ? Message.marked(mark.value) : Message.moved(mark: mark.value))
    }

    private func list(_ marks: Marks, _ context: any CommandContext) throws -> Reply {
        let rows = try marks.all().map { mark in
            let time = context.isForData ? mark.at.description : "\(LocalTime(mark.at))"
            return [JSON.string(mark.name), .string(time)]
        }
        return .report(Report(["mark", "set"], rows, nothing: Message.noMarks))
    }

    /// Throws if a mark cannot have the name: `as-of` must not take it for a time.
    private func check(
        _ name: Spanned<String>, _ context: any CommandContext
    ) throws(CommandFailure) {
        let isTime = PastTime.time(name.value, now: context.surroundings.now) != nil
        guard !isTime, name.value.utf8.count <= 100, !name.value.isBlank,
            !name.value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw CommandFailure(.past(.badMarkName(name.value)), at: name.span) }
    }
}
