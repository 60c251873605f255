import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension ErrorReport {
    /// Words the failure of a command.
    package init(_ failure: CommandFailure) {
        if case .violation(let violation, let kind) = failure.problem {
            let text = Self.text(for: violation, kind)
            self.init(
                failure.item.map { "\(Message.name(of: $0, kind)): \(text)" } ?? text,
                Self.advice(for: violation, kind),
                at: failure.span,
                correction: Self.correction(of: failure.problem, at: failure.span),
                code: ErrorCode(of: failure))
            return
        }
        let (text, advice) = Self.message(for: failure.problem)
        self.init(
            text, advice, at: failure.span, isSecret: Self.isSecret(failure.problem),
            correction: Self.correction(of: failure.problem, at: failure.span),
            showsCorrection: Self.showsCorrection(of: failure.problem),
            code: ErrorCode(of: failure))
    }

    /// Returns whether the command may contain the key of a service: the name of the setting is
    /// misspelled.
    private static func isSecret(_ problem: CommandFailure.Problem) -> Bool {
        if case .name(.noSuchSetting(let name, _)) = problem {
            name.lowercased().contains("key")
        } else {
            false
        }
    }

    /// Returns whether the advice ends before the corrected command, which follows it.
    private static func showsCorrection(of problem: CommandFailure.Problem) -> Bool {
        switch problem {
        case .name(.aliasIsQuoted), .name(.aliasHasEqualsSign): true
        default: false
        }
    }

    /// Returns the correction that the advice suggests first; nil if it suggests none.
    private static func correction(
        of problem: CommandFailure.Problem, at span: Range<Int>?
    ) -> Correction? {
        switch problem {
        case .reference(.noSuchTitle(_, let nearest, isUnique: true)):
            guard let span, !span.isEmpty, let title = nearest.first else { return nil }
            return Correction(span, Quoting.title(title))
        case .reference(.isDoubtful(_, let correction)): return correction
        case .reference(.noSuchNumber(_, let title?)):
            return span.map { Correction($0, Quoting.quoted(title)) }
        case .violation(let violation, _):
            guard case .unknownState(let ladder) = violation.rule else { return nil }
            return Correction(
                span, nearest: Nearest.names(to: violation.value, among: ladder.names))
        case .name(.aliasIsQuoted(let correction)), .name(.aliasHasEqualsSign(let correction)):
            return correction
        case .name(.aliasOfUnknownCommand(_, let nearest)),
            .name(.noSuchSetting(_, let nearest)), .name(.noSuchHelp(_, let nearest)),
            .item(.noSuchShelf(_, let nearest)), .demo(.noSuchLesson(_, let nearest)):
            return Correction(span, nearest: nearest)
        case .name(.badSetting(let entry, let value)):
            return Correction(span, nearest: Nearest.names(to: value, among: entry.choices))
        default: return nil
        }
    }

    private static func advice(for remedy: CheckRemedy) -> TerminalText {
        switch remedy {
        case .syncing:
            "`sync`, then `check` again; if that does not help, copy the library and restore a snapshot"
        case .restoring: "copy the library, then restore a snapshot, if `snapshot list` shows one"
        case .deletingDoubles: "`delete NUMBER` deletes such an item on this device only"
        case .givingPhotos:
            "`set NUMBER photo:FILE` sets a photo again, and `set NUMBER photo:` removes its name"
        }
    }

    private static func message(for problem: CommandFailure.Problem) -> (
        TerminalText, TerminalText?
    ) {
        switch problem {
        case .violation: return ("", nil)
        case .snapshot(let error): return message(for: error)
        case .isDamaged(let count, let remedy):
            let bound: TerminalText = count >= LibraryCheck.limit ? "at least " : ""
            return (
                "the library has \(bound)\(count == 1 ? "1 problem" : "\(TerminalText(grouped: count)) problems")",
                advice(for: remedy)
            )
        case .needsConfirmation(let verb, let question):
            let asked: TerminalText = question.map { ": \($0)" } ?? ""
            return ("\(verb) needs confirmation", "add --yes to confirm\(asked)")
        case .export(let problem): return message(for: problem)
        case .past(let problem): return message(for: problem)
        case .demo(let problem): return message(for: problem)
        case .definition(let problem): return message(for: problem)
        case .importing(let path, let problem):
            return message(for: problem, path == "-" ? "standard input" : path)
        case .wasNotConfirmed: return ("nothing was changed", nil)
        case .needsTerminal(let verb):
            return (
                "\(verb) needs a terminal", verb == Edit.name ? "in a script, use `set`" : nil
            )
        case .cannotRepeat(let verb):
            return (
                "watch only runs commands that show data, and \(verb) is not one",
                "such as `watch 5 loans`"
            )
        case .isInterrupted: return ("interrupted", nil)
        case .importIsInterrupted: return ("interrupted", "nothing was imported")
        case .photo(let path, let problem): return message(for: problem, path)
        case .cover(let item, let failure):
            return (
                Self.message(for: failure, "the cover of \"\(item.title)\"").0,
                "`cover \(item.number)` tries again"
            )
        case .reference(let problem): return message(for: problem)
        case .item(let problem): return message(for: problem)
        case .undo(let problem): return message(for: problem)
        case .script(let problem): return message(for: problem)
        case .editing(let problem): return message(for: problem)
        case .name(let problem): return message(for: problem)
        case .catalogue(let problem): return message(for: problem)
        case .scan(let problem): return message(for: problem)
        case .sync(let problem): return message(for: problem)
        }
    }

    private static func message(for problem: ReferenceProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .noSuchNumber(let number, let title?):
            return (
                "there is no item \(number)",
                title == "\(number)"
                    ? "write the title in quotes: \(Quoting.quoted(title))"
                    : Phrase.didYouMean([Quoting.quoted(title)])
            )
        case .noSuchNumber(let number, nil):
            return ("there is no item \(number)", "`list` shows the numbers")
        case .noSuchTitle(let title, _, _) where ReferenceProblem.asksForAll(title):
            return (
                "there is no item called \"\(title)\"",
                "name several items by number, as in 3 5 7-9, or by a condition, as in books where state=wish"
            )
        case .namesKind(let title):
            return (
                "there is no item called \"\(title)\"",
                "a condition names several items: \(title) where FIELD=VALUE"
            )
        case .noSuchTitle(let title, let nearest, _):
            let isCondition = title.lowercased().hasPrefix("where ")
            return (
                "there is no item called \"\(title.prefix(60))\"",
                Phrase.didYouMean(nearest.map(Quoting.quoted))
                    ?? (isCondition
                        ? "a condition after `where` compares a field, as in where state=reading"
                        : nil)
                    ?? "`find \(Quoting.argument(String(title.prefix(60))))` searches all text"
            )
        case .ambiguousTitle(let title, let items, let total, let kinds):
            let isOneKind = Set(items.map(\.kind)).count == 1
            let shown = items.prefix(8).map { item in
                let kind = isOneKind ? "" : " \(kinds[item.kind].name)"
                let detail = Message.distinction(of: item, kinds[item.kind])
                return "\(item.number)\(kind) \"\(item.title)\"\(detail ?? "")"
            }
            let more: TerminalText =
                total > shown.count ? " and \(TerminalText(grouped: total - shown.count)) more" : ""
            return (
                "\"\(title)\" matches \(Message.items(total))",
                "use the number: \(shown.joined(separator: ", "))\(more)"
            )
        case .nothingIsIt:
            return (
                "\"it\" does not refer to an item yet",
                "use a number or a title"
            )
        case .nothingMatches: return (Message.nothingMatches, nil)
        case .isDoubtful(let hint, _): return (hint, nil)
        case .selectionNeedsConfirmation(let verb, let items):
            return (
                "\(verb) needs confirmation: \(Message.items(items.count)) meet the condition",
                "\(Message.titles(of: items)); add --yes to confirm"
            )
        case .takesOneItem(let verb, let items):
            return (
                "\(verb) takes one item, and \(TerminalText(grouped: items.count)) meet the condition",
                "\(Message.titles(of: items))"
            )
        }
    }

    private static func message(for problem: ItemProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isDuplicate(let item, let kind, let reason):
            return (Message.isThere(item, kind, reason), "add --yes to add it again")
        case .doesNotApply(let verb, let kind):
            return (
                "\(verb) does not apply to \(Phrase.one(kind.name))",
                Message.fieldFor(verb, kind) ?? Message.insteadOf(verb, kind)
                    ?? "\(helpOnFields(of: kind.name)) shows its fields"
            )
        case .isAtTop(let item, let state):
            return (
                "\"\(item.title)\" is already \(state), the last state", "states only move forward"
            )
        case .needsTotal(let item, let field):
            return (
                "\"\(item.title)\" has no value for \(field)",
                "`set \(item.number) \(field):N` sets it; or type the page number itself"
            )
        case .isLent(let item, let borrower, let due):
            let extending = due.map { "; `set \(item.number) \($0):DATE` extends the loan" }
            return (
                "\"\(item.title)\" is lent to \(borrower)",
                "when it is back, type `return \(item.number)`\(extending ?? "")"
            )
        case .hasComma(let name):
            return (
                "a shelf name cannot contain a comma: \"\(name)\"",
                "type the command once for each shelf"
            )
        case .noSuchShelf(let name, let nearest):
            return (
                "there is no shelf called \"\(name)\"",
                Phrase.didYouMean(nearest) ?? "`shelves` lists the shelves"
            )
        }
    }

    private static func message(for problem: UndoProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .nothingToUndo: return ("there is nothing to undo", nil)
        case .nothingElseToUndo:
            return ("none of the other changes can be undone", "`log` shows the changes")
        case .cannotUndo(let summary, let obstacle):
            let skipping: TerminalText = "`undo --skip` leaves it and undoes the change before it"
            let hiding: TerminalText? =
                switch obstacle {
                case .hasItems(_, let kind): "`kind retire \(kind.name)` hides the kind"
                case .hasValues(_, let kind, let field):
                    "`kind retire-field \(kind.name) \(field.name)` hides the field"
                case .isGone, .wasChanged, .breaksRule: nil
                }
            return (
                "cannot undo \"\(summary)\": \(description(of: obstacle))",
                hiding.map { "\($0); \(skipping)" } ?? skipping
            )
        case .cannotRedo(let summary, let obstacle):
            return (
                "cannot redo \"\(summary)\": \(description(of: obstacle))",
                "`log` shows the changes"
            )
        case .nothingToRedo: return ("there is nothing to redo", nil)
        }
    }

    private static func description(of obstacle: CommandFailure.Obstacle) -> TerminalText {
        switch obstacle {
        case .isGone(let number): "item \(number) no longer exists"
        case .wasChanged(let item, isDefinition: true):
            "\(Message.name(ofDefinition: item)) has changed since then"
        case .wasChanged(let item, isDefinition: false):
            "\"\(item.title)\" has changed since then (see `log \(item.number)`)"
        case .breaksRule(let violation, let kind): text(for: violation, kind)
        case .hasItems(let count, let kind): "the library has \(Message.count(count, of: kind))"
        case .hasValues(let count, let kind, let field):
            "\(Message.count(count, of: kind)) \(count == 1 ? "has" : "have") a value in \(field.name)"
        }
    }
}
