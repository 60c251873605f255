import TroveLanguage
import TroveSystem
import TroveTerminal

extension ErrorReport {
    static func message(for problem: ScriptProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .noSuchFile(let path):
            return ("\(path): no such file", "check the path")
        case .isUnreadable(let path): return ("\(path) cannot be read", nil)
        case .isFolder(let path): return ("\(path) is a folder", "name a file in it")
        case .isLibrary(let path): return ("\(path) is the library, not a script", nil)
        case .isTooLong(let path, let limit):
            return ("\(path) is longer than \(limit >> 20) MiB", "split it")
        case .hasNoTranscript(let file):
            return (
                "\(file) has no transcript",
                "`trove --echo SCRIPT` prints one; in Markdown, a block with the language trove or "
                    + "console is one"
            )
        case .isVerbNotFile(let verb):
            return (
                "\(verb) is a command, not a file",
                "run `trove -c '\(verb) …'`, or open the shell with `trove`"
            )
        case .sourcesTooDeep:
            return (
                "scripts source each other more than 16 levels deep",
                "check whether one of them sources itself"
            )
        }
    }

    static func message(for problem: EditingProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .editorFailed(let editor):
            return (
                "cannot start the editor \(editor)", "set $EDITOR to an installed editor"
            )
        case .editFileFailed(let path, let number):
            return (
                "\(path) cannot be written: \(SystemCall.strerror(number))",
                "edit writes the item to this file; TMPDIR names another folder"
            )
        case .editorEnded:
            return ("nothing was changed: the editor ended with an error", nil)
        case .badForm(let line):
            return (
                "\"\(line.prefix(40))\" does not begin with a field",
                "write each line as field: value, and indent further lines of a value by four spaces"
            )
        }
    }

    static func message(for problem: NameProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isVerb(let name):
            return ("\(name) is already a command", "choose another name")
        case .aliasIsNotAWord(let name):
            return (
                "an alias cannot be called \"\(name)\"",
                "use one word without quotes or #, which does not begin with a hyphen"
            )
        case .aliasOfUnknownCommand(let word, let nearest):
            return (
                "an alias must begin with a command, and \(word.contains("\"") ? word : "\"\(word)\"") is not one",
                Phrase.didYouMean(nearest) ?? "`help` lists the commands"
            )
        case .aliasOfAlias(let word, let command):
            return (
                "an alias must begin with a command, and \(word) is an alias",
                "\(word) stands for `\(command)`"
            )
        case .aliasIsQuoted:
            return ("the command of an alias has no quotes around it", "write it as you type it:")
        case .aliasHasEqualsSign:
            return (
                "\"=\" is not part of an alias", "put a space between the name and the command:"
            )
        case .noSuchAlias(let name, let known, let isRemoved):
            let definition: TerminalText? =
                isRemoved || name.contains(" ") ? nil : "`alias \(name) COMMAND` makes one"
            return (
                "there is no alias \"\(name)\"",
                known.isEmpty ? definition : "known aliases: \(known.joined(separator: ", "))"
            )
        case .noSuchSetting(let name, let nearest):
            return (
                "there is no setting \"\(name.prefix { $0 != "=" && $0 != ":" })\"",
                Phrase.didYouMean(nearest) ?? "`settings` lists the settings"
            )
        case .badSetting(let entry, let value):
            return (
                "\(entry.name) cannot be \"\(value)\"",
                entry.choices.isEmpty
                    ? entry.takes : "it can be \(Phrase.either(entry.choices))"
            )
        case .noSuchTutorial(let lesson, let count):
            return (
                "the tutorial has no lesson \"\(lesson)\"",
                count == 0
                    ? "no lessons are installed; TROVE_LESSONS can name a folder that has them in `tutorial`"
                    : "`tutorial` lists the lessons, 1 to \(count)"
            )
        case .noSuchHelp(let word, let nearest):
            return (
                "there is no help for \"\(word)\"",
                Phrase.didYouMean(nearest) ?? "`help` lists the commands"
            )
        }
    }
}
