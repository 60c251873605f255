import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension ErrorReport {
    /// The words for a command that could not be carried out.
    package init(_ failure: CommandFailure) {
        if case .violation(let violation, let kind) = failure.problem {
            let (text, advice) = Self.words(for: violation, kind)
            self.init(text, advice, at: failure.span)
            return
        }
        let (text, advice) = Self.words(for: failure.problem)
        self.init(text, advice, at: failure.span)
    }

    private static func words(for problem: CommandFailure.Problem) -> (TerminalText, TerminalText?)
    {
        switch problem {
        case .violation: return ("", nil)
        case .noSuchNumber(let number):
            return (
                "there is nothing with the number \(number)", "list shows the numbers there are"
            )
        case .noSuchTitle(let title, let nearest):
            return (
                "there is nothing called \"\(title.prefix(60))\"",
                Phrase.didYouMean(nearest.map { "\"\($0)\"" })
                    ?? "find looks inside titles and texts"
            )
        case .ambiguousTitle(let title, let items, let total):
            let shown = items.prefix(8).map { "\($0.number) \"\($0.title)\"" }
            let more = total > shown.count ? " and \(total - shown.count) more" : ""
            return (
                "\"\(title)\" could be \(total) things",
                "use the number: \(shown.joined(separator: ", "))\(more)"
            )
        case .nothingIsIt:
            return (
                "\"it\" does not refer to anything yet",
                "use a number or a title"
            )
        case .snapshot(let error): return words(for: error)
        case .isDamaged(let count, let isFromServer):
            return (
                "the library differs in \(count == 1 ? "1 place" : "\(count) places")",
                isFromServer
                    ? "sync, then check again; else make a copy of the library and restore a snapshot"
                    : "make a copy of the library, then restore a snapshot: snapshot list shows them"
            )
        case .needsConfirmation(let verb):
            return ("\(verb) needs a confirmation", "add --yes to confirm")
        case .export(let problem): return words(for: problem)
        case .importing(let path, let problem): return words(for: problem, path)
        case .wasNotConfirmed: return ("nothing was changed", nil)
        case .isDuplicate(let item, let kind, let reason):
            return (Message.isThere(item, kind, reason), "add --yes to have it twice")
        case .doesNotApply(let verb, let kind):
            return (
                "\(verb) has no meaning for a \(kind.name)", "help \(kind.name) shows what it has"
            )
        case .isAtTop(let item, let state):
            return (
                "\"\(item.title)\" is \(state) already, the last state", "states only move forward"
            )
        case .needsTotal(let item, let field):
            return (
                "\"\(item.title)\" does not say how many \(field) it has",
                "set \(item.number) \(field):N first, or give the page itself"
            )
        case .nothingToUndo: return ("there is nothing to undo", nil)
        case .nothingElseToUndo: return ("no change that is left can be undone", "see log")
        case .cannotUndo(let summary, let obstacle):
            return (
                "cannot undo \"\(summary)\": \(words(for: obstacle))",
                "undo --skip leaves it as it is and undoes the change before it"
            )
        case .cannotRedo(let summary, let obstacle):
            return ("cannot redo \"\(summary)\": \(words(for: obstacle))", "see log")
        case .nothingToRedo: return ("there is nothing to redo", nil)
        case .noSuchFile(let path):
            return ("\(path): there is no such file", "check the name and the folder")
        case .isFolder(let path): return ("\(path) is a folder", "name a file in it")
        case .isLibrary(let path): return ("\(path) is the library, not a file of commands", nil)
        case .isVerbNotFile(let verb):
            return (
                "\(verb) is a command, not a file",
                "write trove -c '\(verb) …', or open the shell with trove alone"
            )
        case .isNoTextFile(let path): return ("\(path): this cannot be read as a file", nil)
        case .sourcesTooDeep:
            return (
                "files that source each other go deeper than 16", "does one of them source itself?"
            )
        case .needsTerminal(let verb): return ("\(verb) needs a terminal", "in a script use set")
        case .editorFailed(let editor):
            return (
                "the editor \(editor) could not be started", "set $EDITOR to one that is installed"
            )
        case .badForm(let line):
            return (
                "\"\(line.prefix(40))\" has no field",
                "each line is field: value; further lines of a value begin with four blanks"
            )
        case .isVerb(let name):
            return ("\(name) is a command already", "choose another name")
        case .aliasOfNothing(let word, let nearest):
            return (
                "an alias stands for a command, and \"\(word)\" is none",
                Phrase.didYouMean(nearest) ?? "help shows every command"
            )
        case .noSuchAlias(let name, let known):
            return (
                "there is no alias \(name)",
                known.isEmpty ? nil : "known aliases: \(known.joined(separator: ", "))"
            )
        case .noSuchSetting(let name, let nearest):
            return (
                "there is no setting \"\(name)\"",
                Phrase.didYouMean(nearest) ?? "settings shows them all"
            )
        case .badSetting(let name, let value, let choices):
            return (
                "\(name) cannot be \"\(value)\"",
                choices.isEmpty
                    ? Message.takes(setting: name) : "it can be \(Phrase.either(choices))"
            )
        case .noSuchHelp(let word, let nearest):
            return (
                "there is no help on \"\(word)\"",
                Phrase.didYouMean(nearest) ?? "help shows every command"
            )
        case .isInterrupted: return ("interrupted", nil)
        case .photo(let path, let problem): return words(for: problem, path)
        case .cover(let item, let failure):
            return (
                Self.words(for: failure, "the cover of \"\(item.title)\"").0,
                "cover \(item.number) tries again"
            )
        case .catalogue(let problem): return words(for: problem)
        case .isLent(let item, let borrower):
            return (
                "\"\(item.title)\" is lent to \(borrower)",
                "return \(item.number) comes first, when it is back"
            )
        case .hasComma(let name):
            return (
                "a shelf cannot be called \"\(name)\": a comma parts the names of shelves",
                "shelve it on one after the other"
            )
        case .noSuchShelf(let name, let nearest):
            return (
                "nothing stands on a shelf called \"\(name)\"",
                Phrase.didYouMean(nearest) ?? "shelves shows the shelves there are"
            )
        case .sync(let problem): return words(for: problem)
        }
    }

    private static func words(for violation: RuleViolation, _ kind: Kind) -> (
        TerminalText, TerminalText?
    ) {
        let field = violation.field
        let value = violation.value
        switch violation.rule {
        case .isRequired:
            return ("a \(kind.name) needs a \(field)", "write it: \(field):\"…\"")
        case .isNoWholeNumber(let range):
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
        case .isNoNumber(let range):
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
                "\(field) goes in steps of \(step), and \(value) is between two",
                "from \(range.lowerBound) to \(range.upperBound)"
            )
        case .isNoDate:
            return (
                "\(field) must be a date, not \"\(value)\"",
                "write 2026-11-20, 2026-11, 2026, today or yesterday"
            )
        case .isNoMonth:
            return (
                "\(field) must be a month, not \"\(value)\"",
                "write its name, such as july, or its number"
            )
        case .isNoState(let ladder):
            let names = ladder.rungs.map(\.name)
            return (
                "\"\(value)\" is not a state of a \(kind.name)",
                Phrase.didYouMean(Nearest.names(to: value, among: names))
                    ?? "a \(kind.name) can be \(Phrase.either(names))"
            )
        case .stepsBack(let state):
            return (
                value.isEmpty
                    ? "\(field) cannot be cleared: a \(kind.name) only moves forward"
                    : "\(field) only moves forward: it cannot go from \(state) back to \(value)",
                "undo reverts a mistake"
            )
        case .isAbove(let other, let total):
            return (
                "\(field) \(value) is above the \(total) \(other) there are",
                "set \(other) first if that is wrong"
            )
        case .isBelow(let other, let current):
            return (
                "\(field) \(value) is below the current \(other), \(current)",
                "set \(other) first if that is wrong"
            )
        case .isTaken(let number):
            return (
                "there is a \(kind.name) called \"\(value)\" already, number \(number)",
                "no two \(kind.plural) share a \(field); choose another"
            )
        case .hasControlCharacter:
            return (
                "\(field) has a control character in it", "leave it out; names are parted by commas"
            )
        case .hasNull:
            return (
                "\(field) has the character NUL in it",
                "leave it out; other programs take it for the end"
            )
        case .isOfOtherType(let shape):
            return ("\(field) must be \(words(for: shape)), not \(value)", nil)
        case .isTooLong(let limit):
            return ("\(field) is longer than \(limit) bytes", "nothing was kept; shorten it")
        }
    }

    private static func words(for shape: JSON.Shape) -> TerminalText {
        switch shape {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text in quotes"
        case .array: "a list of texts"
        case .object: "an object"
        }
    }

    private static func bounds(_ range: ClosedRange<Int>) -> TerminalText {
        "\(range.lowerBound) to \(range.upperBound)"
    }

    private static func words(for obstacle: CommandFailure.Obstacle) -> TerminalText {
        switch obstacle {
        case .isGone(let number): "item \(number) is gone"
        case .wasChanged(let item): "\"\(item.title)\" was changed since (log \(item.number))"
        }
    }
}
