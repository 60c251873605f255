import TroveModel
import TroveTerminal
import TroveWire

extension ErrorReport {
    /// Words why a kind or a field cannot be defined.
    static func message(for problem: DefinitionProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .text(let problem): return message(for: problem)
        case .file(let path, let error, let line):
            let (text, advice) = message(for: error.problem)
            let bytes = Array(line.utf8)
            let start = min(error.span.lowerBound, bytes.count)
            let before = TerminalText(String(decoding: bytes[..<start], as: UTF8.self))
            let end = min(max(error.span.upperBound, start), bytes.count)
            let marked = TerminalText(String(decoding: bytes[start..<end], as: UTF8.self))
            let indent = TerminalText(repeating: " ", count: before.width)
            let caret = "^" + TerminalText(repeating: "~", count: max(0, marked.width - 1))
            let column = String(decoding: bytes[..<start], as: UTF8.self).count + 1
            return (
                "\(path):\(error.line):\(column): \(text)\n  \(TerminalText(line))\n  \(indent)\(caret)",
                advice.map { $0 + "; nothing was changed" } ?? "nothing was changed"
            )
        case .notUTF8(let path): return ("\(path) is not UTF-8", "save the file as UTF-8")
        case .isEmpty(let path):
            return ("\(path) defines no kind", "its first line must be `kind NAME`")
        case .noSuchKind(let name, let nearest):
            return (
                "there is no kind \"\(name)\"",
                Phrase.didYouMean(nearest) ?? "`kind` lists the kinds"
            )
        case .noSuchField(let name, let kind, let nearest):
            return (
                "\(Phrase.one(kind)) has no field \"\(name)\"",
                Phrase.didYouMean(nearest) ?? "`kind show \(kind)` lists the fields"
            )
        case .isRetired(let name):
            return (
                "there is a retired kind \"\(name)\"",
                "`kind set \(name) retired:no` brings it back; or choose another name"
            )
        case .isRetiredField(let name, let kind):
            return (
                "\(kind) has a retired field \"\(name)\"",
                "`kind set \(kind) \(name) retired:no` brings it back; or choose another name"
            )
        case .isBuiltIn(let name):
            return (
                "\(name) is built in and cannot be changed",
                "`kind add-field` adds fields of your own; `policy` changes the offline rules"
            )
        case .hasFixedName(let name, let isField):
            return (
                "the stored name of \(name) cannot be changed",
                isField ? "`kind rename-field` gives it another name" : nil
            )
        case .isTitle(let name):
            return (
                "\(name) is the title, which every item needs",
                "`kind rename-field` gives it another name"
            )
        case .isUsed(let name, let kind):
            return (
                "the definition of \(kind) refers to the field \(name)",
                "change that first; `kind show \(kind)` shows it"
            )
        case .isTooLong(let definition):
            let subject: TerminalText =
                definition.field.map { "the field \($0)" } ?? "the kind \(definition.kind)"
            return (
                "the definition of \(subject) is too long",
                "a definition takes up to \(Limits.definition >> 10) KiB; choose shorter names, or fewer values"
            )
        case .tooMany:
            return (
                "a library can define at most \(TerminalText(grouped: Limits.definitions)) kinds and fields",
                "define fewer; retired ones count too"
            )
        }
    }

    private static func message(
        for problem: KindTextError.Problem
    ) -> (TerminalText, TerminalText?) {
        switch problem {
        case .openQuote: return ("a quote is not closed", "add \" at the end of the value")
        case .unknownLine(let word, let known):
            return (
                "a line cannot begin with \"\(word)\"", "it can begin with \(Phrase.either(known))"
            )
        case .missing(let what, let known):
            return (
                "\(what) is missing", known.isEmpty ? nil : "it can be \(Phrase.either(known))"
            )
        case .notAName(let text):
            return (
                "\"\(text)\" cannot be a name",
                "a name begins with a letter, and has up to \(KindName.longest) letters a to z, digits and hyphens"
            )
        case .isReserved(let name):
            return ("Trove itself uses the name \"\(name)\"", "choose another name")
        case .unknownType(let type, let known):
            return ("there is no type \"\(type)\"", "it can be \(Phrase.either(known))")
        case .unknownOption(let name, let known):
            return ("there is no option \"\(name)\"", "it can be \(Phrase.either(known))")
        case .notAnOption(let text):
            return (
                "\"\(text)\" is not an option", "options are written rank:2 or role:rating"
            )
        case .optionTwice(let name): return ("\(name): appears twice", nil)
        case .isBuiltInOption(let name):
            return ("only built-in kinds can have \(name):", "leave it out")
        case .doesNotApply(let option, let type):
            return ("\(option) does not apply to a field of type \(type.rawValue)", nil)
        case .badValue("initial", let value, let expected) where expected != "today":
            let first = String(expected.prefix { $0 != "," })
            return (
                "initial: cannot be \"\(value)\"",
                "it can be \(TerminalText(expected)); give it with the states, as in initial:\(first)"
            )
        case .badValue(let option, let value, let expected):
            return ("\(option): cannot be \"\(value)\"", "it can be \(TerminalText(expected))")
        case .fieldWithoutKind: return ("no kind comes before this field", nil)
        case .stateWithoutLadder:
            return ("a state must follow a field of type ladder", nil)
        case .noStates:
            return (
                "a ladder needs states",
                "in a file, lines `state NAME` follow the field; in a command, use states:A,B,C"
            )
        case .isTaken(let name): return ("the name \"\(name)\" is taken", "choose another name")
        case .noFields(let kind):
            return ("\(kind) has no field", "the first field is the title: `field title text`")
        case .notATitle(let name):
            return ("\(name) cannot be the title", "the first field must have the type text")
        case .notFirst(let title):
            return (
                "the field \(title) is the title, and must stay the first field",
                "move its line to the beginning of the kind; `rank:` changes its place in lists"
            )
        case .secondLadder: return ("a kind can have one ladder", nil)
        case .roleTaken(let role): return ("another field has the role \(role)", nil)
        case .noSuchField(let name):
            return (
                "the definition refers to \(name), but no field of the right type has that name",
                "leave it out until the field exists"
            )
        case .tooManyFields(let limit):
            return ("a kind can have at most \(limit) fields", nil)
        }
    }
}
