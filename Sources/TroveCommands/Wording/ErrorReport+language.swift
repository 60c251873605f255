package import TroveLanguage
import TroveModel
import TroveTerminal

extension ErrorReport {
    /// Words an error in the text of a command.
    package init(_ error: LanguageError) {
        var advice = Self.advice(for: error.problem)
        var showsCorrection = false
        switch error.problem {
        case .colonInTitle(_, _, let nearest): showsCorrection = nearest.isEmpty
        case .fieldInTitle: showsCorrection = true
        case .missing where error.correction != nil:
            advice = advice.map { $0 + ", as in" }
            showsCorrection = true
        default: break
        }
        self.init(
            Self.text(for: error.problem), advice, at: error.span,
            isSecret: error.isSecret, correction: error.correction,
            showsCorrection: showsCorrection, code: ErrorCode(of: error))
    }

    /// Returns the command that shows the fields of a kind: a verb may have the kind's name.
    static func helpOnFields(of kind: String) -> TerminalText {
        CommandTable.vocabulary.verb(named: kind) == nil
            ? "`help \(kind)`" : "`kind show \(kind)`"
    }

    private static func text(for problem: LanguageError.Problem) -> TerminalText {
        switch problem {
        case .openQuote: return "this quote is never closed"
        case .unknownEscape(let escape): return "unknown escape \(escape)"
        case .showsNoItems(let verb):
            return "as-of only runs commands that show items, and \(verb) is not one"
        case .unknownVerb(let verb, _): return "there is no command \"\(verb)\""
        case .sql(let verb): return "\(verb) is SQL, which Trove does not support"
        case .severalCommands("|"): return "there are no pipes between commands"
        case .severalCommands(let sign): return "\"\(sign)\" does not separate commands"
        case .unknownKind(let kind, _), .misspelledKind(let kind, _):
            return "there is no kind \"\(kind)\""
        case .retiredKind(let kind): return "the kind \"\(kind)\" is retired"
        case .unknownField(let field, let kinds, _):
            let owner = kinds.isEmpty ? "no kind has" : "a \(Phrase.either(kinds)) has no"
            return "\(owner)\(kinds.isEmpty ? " a" : "") field \"\(field)\""
        case .noKindHasAll(let fields):
            return "no kind has all of these fields: \(fields.joined(separator: ", "))"
        case .colonInTitle(let field, _, _): return "there is no field \"\(field)\""
        case .fieldInTitle(let field, "", _): return "\(field): has no value"
        case .fieldInTitle(let field, let value, let word):
            return "unexpected \"\(word)\" after \(field):\(value)"
        case .fieldOfAnotherKind(let field, let owner, let kind):
            return "\(Phrase.one(kind)) has no field \"\(field)\", but \(Phrase.one(owner)) has"
        case .wordBehindValue(let word, let field, let value, _):
            return "unexpected \"\(word)\" after \(field):\(value)"
        case .unquotedDay: return "a day of several words needs quotes"
        case .quoteInWord: return "a quote closes in the middle of a word"
        case .noMonth(let text): return "\"\(text)\" is not a month"
        case .noResult: return "only search results can be taken"
        case .missingBeforeComment(let argument, let verb):
            return "\(verb) needs \(name(of: argument))"
        case .ambiguousField(let field, let names):
            return "\"\(field)\" could mean \(Phrase.either(names))"
        case .fieldTwice(let field): return "\(field) is given twice"
        case .unknownOption(let option, _, _): return "there is no option \(option) here"
        case .missing(.command, verb: "\\"): return "the line after \\ is missing"
        case .missing(let argument, let verb): return "\(verb) needs \(name(of: argument))"
        case .unexpected(let text, let verb): return "\(verb) does not take \"\(text.prefix(40))\""
        case .comparisonForAssignment(_, let comparison, _):
            return "\"\(comparison.rawValue)\" compares; it does not set a field"
        case .assignmentForComparison:
            return "\":\" sets a field; it does not compare"
        case .foreignComparison(_, let sign, _, _): return "\"\(sign)\" is not a comparison"
        case .missingColon(let field, _): return "a colon is missing after \(field)"
        case .noNumber(let text, let what): return "\"\(text)\" is not \(name(of: what))"
        case .badRange(let text): return "\(text) is not a range of numbers"
        case .severalItems(let verb): return "\(verb) takes one item"
        case .unknownWord(let word, let known, _):
            guard known.count <= 12 else { return "\"\(word)\" is not known here" }
            return "\"\(word)\" is not \(Phrase.either(known))"
        case .missingCondition(let word): return "a condition is missing after \(word)"
        case .missingWhere(let verb): return "\(verb) takes a condition only after `where`"
        case .openParenthesis: return "this parenthesis is never closed"
        case .closeParenthesis: return "this parenthesis was never opened"
        case .tooDeep: return "too many nested parentheses"
        case .tooManyCommands: return "too many nested commands"
        case .commandTooLong(let limit): return "the command is longer than \(limit) bytes"
        case .notAnEmail(let verb): return "\(verb) needs an email address, such as ann@example.org"
        case .passwordTyped(let verb, let name):
            return name.map { "\(verb) takes no words after the \($0)" }
                ?? "\(verb) does not take this; a password is never part of a command"
        }
    }

    private static func advice(for problem: LanguageError.Problem) -> TerminalText? {
        switch problem {
        case .openQuote(let quote):
            return quote == "'"
                ? "close it with '; put a text with an apostrophe between \"…\""
                : "close it with \", or write \\\" for a quote inside quotes"
        case .unknownEscape: return #"the escapes are \" \\ \n and \t; '…' has no escapes"#
        case .showsNoItems: return "for example, `as-of yesterday list`"
        case .unknownVerb(let code, _) where ISBN(parsing: code) != nil:
            return "`isbn \(code)` looks up the book and adds it"
        case .unknownVerb(_, let nearest):
            return Phrase.didYouMean(nearest) ?? "`help` lists the commands"
        case .sql("insert"): return "use `add book \"Dune\" genre:sci-fi`, for example"
        case .sql("select"): return "use `list books pages>300 columns:title,author`, for example"
        case .sql("update"): return "use `set 1 pages:300`, for example"
        case .sql("delete"): return "use `delete books where pages<100`, for example"
        case .sql("create"): return "use `kind new wine` or `add book \"Dune\"`, for example"
        case .sql: return "`help kind` shows how to change kinds and fields"
        case .severalCommands:
            return "write each command on a line of its own, or quote the text that contains it"
        case .retiredKind(let kind):
            return "`kind set \(kind) retired:no` brings it back; in a title, quote the word"
        case .misspelledKind(_, let nearest):
            return Phrase.didYouMean(nearest).map {
                "\($0) If it is part of the title, quote the whole title"
            }
        case .unknownKind(_, let nearest):
            return Phrase.didYouMean(nearest) ?? "`kind` lists the kinds"
        case .unknownField(let field, _, _) where field.contains(":"):
            return "for the largest values first, write a minus before the field: sort:-pages"
        case .unknownField(_, let kinds, let nearest):
            return Phrase.didYouMean(nearest)
                ?? kinds.first.map { "\(helpOnFields(of: $0)) shows its fields" }
                ?? "`help book` shows the fields of a book"
        case .noKindHasAll: return "ask for one kind at a time, as in `list gems hardness>8`"
        case .colonInTitle(_, _, let nearest):
            return Phrase.didYouMean(nearest.map { $0 + ":" }).map {
                "\($0) A title with a colon needs quotes"
            } ?? "if it is part of the title, quote the title:"
        case .fieldInTitle: return "if it is part of the title, quote the title:"
        case .fieldOfAnotherKind(_, _, let kind):
            return "\(helpOnFields(of: kind)) shows the fields of \(Phrase.one(kind))"
        case .wordBehindValue(_, let field, let value, let meant):
            return value.isEmpty
                ? "write the value right after the colon: \(field):\(meant)"
                : "a value of several words needs quotes: \(field):\(meant)"
        case .unquotedDay(let day): return "write \(Quoting.quoted(day))"
        case .quoteInWord(let text):
            return "put the whole text in double quotes: \(Quoting.quoted(text))"
        case .noMonth: return "write its name, such as july, or its number, 1 to 12"
        case .noResult: return "`search TEXT` finds some; they are r1, r2 …"
        case .missingBeforeComment: return "# begins a comment; quote it if it is part of the text"
        case .ambiguousField: return "type more of the name"
        case .fieldTwice: return "remove one of them"
        case .unknownOption(let option, let verb, let nearest):
            return Phrase.didYouMean(nearest) ?? named(option) ?? synopsis(of: verb)
        case .missing(.field, let name) where name.hasSuffix(":"): return "such as \(name)title"
        case .missing(_, let verb): return synopsis(of: verb)
        case .unexpected(_, let verb): return synopsis(of: verb)
        case .comparisonForAssignment(let field, _, let value):
            return "to set it, write \(field):\(Quoting.argument(value))"
        case .assignmentForComparison(let field, let value):
            return "to compare, write \(field)=\(Quoting.argument(value))"
        case .foreignComparison(let field, _, let comparison, let value):
            return
                "write \(field)\(comparison.rawValue)\(value.isEmpty ? "VALUE" : Quoting.argument(value))"
        case .missingColon(_, let meant): return "write \(meant)"
        case .noNumber(_, let what): return advice(for: what)
        case .badRange:
            return "a range ascends, as in 7-9, and has at most 1,000,000 numbers"
        case .severalItems: return "run it once for each item"
        case .unknownWord(_, let known, let nearest):
            if !nearest.isEmpty { return Phrase.didYouMean(nearest) }
            return known.count > 12 ? "use one of: \(known.joined(separator: ", "))" : nil
        case .missingCondition: return "write a condition such as state=reading"
        case .missingWhere(let verb): return "such as `\(verb) where state=reading`"
        case .openParenthesis: return "close it with )"
        case .closeParenthesis: return "remove it, or quote it"
        case .tooDeep, .tooManyCommands: return "use fewer"
        case .commandTooLong: return "nothing was changed; text can be up to 65536 bytes long"
        case .notAnEmail(let verb): return synopsis(of: verb)
        case .passwordTyped(_, let name?):
            return "a \(name) of several words needs quotes; a password is never part of a command"
        case .passwordTyped:
            return "Trove asks for passwords, or reads them from TROVE_PASSWORD or file:PATH"
        }
    }

    /// Returns how to write a name that other programs take as an option; nil if no command has it.
    private static func named(_ option: String) -> TerminalText? {
        let name = String(option.drop { $0 == "-" }.prefix { $0 != "=" })
        let vocabulary = CommandTable.vocabulary
        let isKnown = vocabulary.names.contains { verb in
            vocabulary.verb(named: verb)?.ownNames.contains(name) ?? false
        }
        return isKnown ? "write it without dashes, with a colon: \(name):VALUE" : nil
    }

    /// Returns the usage of a verb, or of one of its forms if the keywords of that form follow it.
    private static func synopsis(of form: String) -> TerminalText? {
        let name = String(form.prefix { $0 != " " })
        guard let verb = CommandTable.vocabulary.verb(named: name) else { return nil }
        let chosen = verb.synopsis.filter { $0 == form || $0.hasPrefix(form + " ") }
        return "usage: " + Phrase.either(form == name || chosen.isEmpty ? verb.synopsis : chosen)
    }

    private static func name(of argument: LanguageError.Argument) -> TerminalText {
        switch argument {
        case .title: "a title"
        case .reference: "a number or a title"
        case .text: "text"
        case .page: "a page number"
        case .rating: "a rating"
        case .kind: "a kind"
        case .condition: "a condition"
        case .file: "a file"
        case .name: "a name"
        case .fields: "fields to set"
        case .limit: "a whole number, 0 or more"
        case .field: "a field"
        case .value: "a value"
        case .command: "a command"
        case .address: "the address of a server"
        case .email: "an email such as ann@example.org"
        case .device: "the number or the name of a device"
        case .operation: "create, update or delete"
        case .rule: "queue or refuse"
        case .side: "mine or theirs"
        case .result: "a search result such as r1"
        case .isbn: "an ISBN"
        case .shelf: "the name of a shelf"
        case .tag: "a tag, as in with:sea"
        case .borrower: "the name of the borrower"
        case .year: "a year such as 2024"
        case .queueNumber: "the number of a rejected change, or all"
        case .conflictNumber: "the number of a conflict, or all"
        case .delay: "a delay in milliseconds"
        case .percentage: "a percentage"
        case .seed: "a seed"
        case .interval: "an interval of 0.1 seconds or more"
        case .time: "a time or a mark"
        }
    }

    private static func advice(for argument: LanguageError.Argument) -> TerminalText? {
        switch argument {
        case .page: "write a page such as 120, +20 or 50%"
        case .limit: "write how many, such as limit:20"
        case .queueNumber: "`queue` shows the numbers of rejected changes"
        case .conflictNumber: "`conflicts` shows the numbers"
        case .delay: "write 1 to 60000, such as 800 or 800ms, or seconds such as 2s"
        case .percentage: "write 0 to 100, such as 30 or 30%"
        case .interval: "write the seconds first, as in `watch 5 loans`"
        case .seed: "write a whole number, 0 or more, such as seed:7"
        default: nil
        }
    }
}
