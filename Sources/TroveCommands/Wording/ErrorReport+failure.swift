import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension ErrorReport {
    /// Words the failure of a command.
    package init(_ failure: CommandFailure) {
        if case .violation(let violation, let kind) = failure.problem {
            let (text, advice) = Self.message(for: violation, kind)
            self.init(
                text, advice, at: failure.span,
                correction: Self.correction(of: failure.problem, at: failure.span),
                code: ErrorCode(of: failure))
            return
        }
        let (text, advice) = Self.message(for: failure.problem)
        self.init(
            text, advice, at: failure.span,
            correction: Self.correction(of: failure.problem, at: failure.span),
            code: ErrorCode(of: failure))
    }

    /// Returns the correction that the advice suggests first; nil if it suggests none.
    private static func correction(
        of problem: CommandFailure.Problem, at span: Range<Int>?
    ) -> Correction? {
        switch problem {
        case .noSuchTitle(_, let nearest):
            guard let span, !span.isEmpty, let title = nearest.first else { return nil }
            return Correction(span, Quoting.title(title))
        case .violation(let violation, _):
            guard case .unknownState(let ladder) = violation.rule else { return nil }
            return Correction(
                span, nearest: Nearest.names(to: violation.value, among: ladder.names))
        case .noSuchSetting(_, let nearest), .noSuchHelp(_, let nearest),
            .noSuchShelf(_, let nearest), .demo(.noSuchLesson(_, let nearest)):
            return Correction(span, nearest: nearest)
        case .badSetting(_, let value, let choices):
            return Correction(span, nearest: Nearest.names(to: value, among: choices))
        default: return nil
        }
    }

    private static func message(for problem: CommandFailure.Problem) -> (
        TerminalText, TerminalText?
    ) {
        switch problem {
        case .violation: return ("", nil)
        case .noSuchNumber(let number):
            return (
                "there is no item \(number)", "`list` shows the numbers"
            )
        case .noSuchTitle(let title, let nearest):
            return (
                "there is no item called \"\(title.prefix(60))\"",
                Phrase.didYouMean(nearest.map { "\"\($0)\"" })
                    ?? "`find \(Quoting.argument(String(title.prefix(60))))` searches all text"
            )
        case .ambiguousTitle(let title, let items, let total):
            let shown = items.prefix(8).map { "\($0.number) \"\($0.title)\"" }
            let more = total > shown.count ? " and \(total - shown.count) more" : ""
            return (
                "\"\(title)\" matches \(total) items",
                "use the number: \(shown.joined(separator: ", "))\(more)"
            )
        case .nothingIsIt:
            return (
                "\"it\" does not refer to an item yet",
                "use a number or a title"
            )
        case .nothingMatches: return (Message.nothingMatches, nil)
        case .selectionNeedsConfirmation(let verb, let items):
            return (
                "\(verb) needs confirmation: \(items.count) items meet the condition",
                "\(Message.titles(of: items)); add --yes to confirm"
            )
        case .takesOneItem(let verb, let items):
            return (
                "\(verb) takes one item, and \(items.count) meet the condition",
                "\(Message.titles(of: items))"
            )
        case .snapshot(let error): return message(for: error)
        case .isDamaged(let count, let isFromServer):
            return (
                "the library has \(count == 1 ? "1 problem" : "\(count) problems")",
                isFromServer
                    ? "`sync`, then `check` again; if that does not help, copy the library and restore a snapshot"
                    : "copy the library, then restore a snapshot: `snapshot list` shows them"
            )
        case .needsConfirmation(let verb):
            return ("\(verb) needs confirmation", "add --yes to confirm")
        case .export(let problem): return message(for: problem)
        case .importing(let path, let problem): return message(for: problem, path)
        case .wasNotConfirmed: return ("nothing was changed", nil)
        case .isDuplicate(let item, let kind, let reason):
            return (Message.isThere(item, kind, reason), "add --yes to add it again")
        case .doesNotApply(let verb, let kind):
            return (
                "\(verb) does not apply to a \(kind.name)", "`help \(kind.name)` shows its fields"
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
        case .nothingToUndo: return ("there is nothing to undo", nil)
        case .nothingElseToUndo:
            return ("none of the other changes can be undone", "`log` shows the changes")
        case .cannotUndo(let summary, let obstacle):
            return (
                "cannot undo \"\(summary)\": \(description(of: obstacle))",
                "`undo --skip` leaves it and undoes the change before it"
            )
        case .cannotRedo(let summary, let obstacle):
            return (
                "cannot redo \"\(summary)\": \(description(of: obstacle))",
                "`log` shows the changes"
            )
        case .nothingToRedo: return ("there is nothing to redo", nil)
        case .noSuchFile(let path):
            return ("\(path): no such file", "check the path")
        case .isFolder(let path): return ("\(path) is a folder", "name a file in it")
        case .isLibrary(let path): return ("\(path) is the library, not a script", nil)
        case .isVerbNotFile(let verb):
            return (
                "\(verb) is a command, not a file",
                "run `trove -c '\(verb) …'`, or open the shell with `trove`"
            )
        case .isUnreadable(let path): return ("\(path) cannot be read", nil)
        case .sourcesTooDeep:
            return (
                "scripts source each other more than 16 levels deep",
                "check whether one of them sources itself"
            )
        case .needsTerminal(let verb):
            return (
                "\(verb) needs a terminal", verb == Edit.name ? "in a script, use `set`" : nil
            )
        case .cannotRepeat(let verb):
            return (
                "watch only runs commands that show data, and \(verb) is not one",
                "such as `watch 5 loans`"
            )
        case .editorFailed(let editor):
            return (
                "cannot start the editor \(editor)", "set $EDITOR to an installed editor"
            )
        case .editFileFailed(let path, let number):
            return (
                "\(path) cannot be written: \(SystemError.text(number))",
                "edit writes the item to this file; TMPDIR names another folder"
            )
        case .editorEnded:
            return ("nothing was changed: the editor ended with an error", nil)
        case .badForm(let line):
            return (
                "\"\(line.prefix(40))\" does not begin with a field",
                "write each line as field: value, and indent further lines of a value by four spaces"
            )
        case .isVerb(let name):
            return ("\(name) is already a command", "choose another name")
        case .aliasOfUnknownCommand(let word, let nearest):
            return (
                "an alias must begin with a command, and \"\(word)\" is not one",
                Phrase.didYouMean(nearest) ?? "`help` lists the commands"
            )
        case .noSuchAlias(let name, let known):
            return (
                "there is no alias \(name)",
                known.isEmpty ? nil : "known aliases: \(known.joined(separator: ", "))"
            )
        case .noSuchSetting(let name, let nearest):
            return (
                "there is no setting \"\(name)\"",
                Phrase.didYouMean(nearest) ?? "`settings` lists the settings"
            )
        case .badSetting(let name, let value, let choices):
            return (
                "\(name) cannot be \"\(value)\"",
                choices.isEmpty
                    ? Message.takes(setting: name) : "it can be \(Phrase.either(choices))"
            )
        case .noSuchTutorial(let lesson, let count):
            return (
                "the tutorial has no lesson \"\(lesson)\"",
                count == 0
                    ? "the lessons are not installed; TROVE_LESSONS can name their folder"
                    : "`tutorial` lists the lessons, 1 to \(count)"
            )
        case .noSuchHelp(let word, let nearest):
            return (
                "there is no help for \"\(word)\"",
                Phrase.didYouMean(nearest) ?? "`help` lists the commands"
            )
        case .demo(let problem): return message(for: problem)
        case .isInterrupted: return ("interrupted", nil)
        case .photo(let path, let problem): return message(for: problem, path)
        case .cover(let item, let failure):
            return (
                Self.message(for: failure, "the cover of \"\(item.title)\"").0,
                "`cover \(item.number)` tries again"
            )
        case .catalogue(let problem): return message(for: problem)
        case .isLent(let item, let borrower):
            return (
                "\"\(item.title)\" is lent to \(borrower)",
                "when it is back, type `return \(item.number)`"
            )
        case .hasComma(let name):
            return (
                "a shelf name cannot contain a comma: \"\(name)\"",
                "use `shelve` once for each shelf"
            )
        case .noSuchShelf(let name, let nearest):
            return (
                "there is no shelf called \"\(name)\"",
                Phrase.didYouMean(nearest) ?? "`shelves` lists the shelves"
            )
        case .sync(let problem): return message(for: problem)
        }
    }

    private static func message(for violation: RuleViolation, _ kind: Kind) -> (
        TerminalText, TerminalText?
    ) {
        let field = violation.field
        let value = violation.value
        switch violation.rule {
        case .isRequired:
            return ("a \(kind.name) needs a \(field)", "write \(field):\"…\"")
        case .notAWholeNumber(let range):
            let parts = value.split(separator: value.contains("..") ? ".." : "-")
            let isRange = parts.count == 2 && parts.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
            return (
                "\(field) must be a whole number, not \"\(value)\"",
                isRange
                    ? "to ask for a range, write two conditions: \(field)>=\(parts[0]) \(field)<=\(parts[1])"
                    : "from \(bounds(range))"
            )
        case .isOutside(let range):
            return ("\(field) must be \(bounds(range)), not \(value)", nil)
        case .notANumber(let range):
            return (
                "\(field) must be a number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \"\(value)\"", nil
            )
        case .isOutsideDecimal(let range):
            return (
                "\(field) must be \(range.lowerBound) to \(range.upperBound), not \(value)", nil
            )
        case .isBetweenSteps(let step, let range):
            return (
                "\(field) must be a multiple of \(step), not \(value)",
                "from \(range.lowerBound) to \(range.upperBound)"
            )
        case .notADate:
            return (
                "\(field) must be a date, not \"\(value)\"",
                "write 2026-11-20, 2026-11, 2026, today or yesterday"
            )
        case .isInFuture:
            return (
                "\(field) cannot be in the future, as \(value) is",
                "write a date up to today, or leave it out"
            )
        case .notAnISBN:
            return (
                "\(field) must be an ISBN, not \"\(value)\"",
                "it has 10 or 13 digits, the last of which checks the others; compare them with the book"
            )
        case .notAMonth:
            return (
                "\(field) must be a month, not \"\(value)\"",
                "write its name, such as july, or its number"
            )
        case .unknownState(let ladder):
            let names = ladder.rungs.map(\.name)
            return (
                "\"\(value)\" is not a state of a \(kind.name)",
                Phrase.didYouMean(Nearest.names(to: value, among: ladder.names))
                    ?? "a \(kind.name) can be \(Phrase.either(names))"
            )
        case .stepsBack(let state):
            return (
                value.isEmpty
                    ? "\(field) cannot be cleared: it only moves forward"
                    : "\(field) only moves forward: it cannot go from \(state) back to \(value)",
                "`undo` reverts a mistake"
            )
        case .isAbove(let other, let total):
            return (
                "\(field) \(value) is greater than \(other), which is \(total)",
                "set \(other) first if that is wrong"
            )
        case .isBelow(let other, let current):
            return (
                "\(field) \(value) is less than \(other), which is \(current)",
                "set \(other) first if that is wrong"
            )
        case .isTaken(let number):
            return (
                "\(kind.name) \(number) is already called \"\(value)\"",
                "two \(kind.plural) cannot have the same \(field); choose another"
            )
        case .hasControlCharacter:
            return (
                "\(field) contains a control character", "remove it; separate names with commas"
            )
        case .mixesSigns(let signed, let plain):
            return (
                "\(field) cannot take \"\(signed)\" together with \"\(plain)\"",
                """
                write \(field):a,b for exactly these names, or \(field):+a,-b to add and remove some; a \
                name that begins with a sign is added as in \(field):++a
                """
            )
        case .hasNull:
            return (
                "\(field) contains a NUL character",
                "remove it; other programs treat it as the end of the text"
            )
        case .isOfOtherType(let shape):
            return ("\(field) must be \(description(of: shape)), not \(value)", nil)
        case .isTooLong(let limit):
            return ("\(field) is longer than \(limit) bytes", "nothing was saved; shorten it")
        }
    }

    private static func description(of shape: JSON.Shape) -> TerminalText {
        switch shape {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list of strings"
        case .object: "an object"
        }
    }

    private static func bounds(_ range: ClosedRange<Int>) -> TerminalText {
        "\(range.lowerBound) to \(range.upperBound)"
    }

    private static func description(of obstacle: CommandFailure.Obstacle) -> TerminalText {
        switch obstacle {
        case .isGone(let number): "item \(number) no longer exists"
        case .wasChanged(let item):
            "\"\(item.title)\" has changed since then (see `log \(item.number)`)"
        }
    }
}
