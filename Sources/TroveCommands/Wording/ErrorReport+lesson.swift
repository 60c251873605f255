package import TroveLessons
import TroveTerminal

extension ErrorReport {
    /// Words a mistake in a lesson.
    package init(_ error: LessonError) {
        let (text, advice) = Self.message(for: error.problem)
        self.init(text, advice, at: error.span)
    }

    private static func message(for problem: LessonError.Problem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .hasNoTitle(let directive):
            return (
                "this file is not a lesson",
                "its first line must be `#! \(directive) TITLE`"
            )
        case .unknownDirective(let name, let nearest):
            return (
                name.isEmpty ? "#! needs a directive" : "there is no directive \"\(name)\"",
                Phrase.didYouMean(nearest)
                    ?? "the directives are \(Phrase.list(LessonReader.directives))"
            )
        case .missingArgument(let directive, let example):
            return ("\(directive) needs an argument", "for example `#! \(example)`")
        case .directiveTwice(let name):
            return ("a lesson has only one \(name)", "remove one of them")
        case .unknownWord(let word, let known, let nearest):
            return (
                word.isEmpty
                    ? "a word is missing here" : "\"\(word)\" is not known here",
                Phrase.didYouMean(nearest) ?? "write \(Phrase.either(known))"
            )
        case .badDevice(let name):
            return (
                "\"\(name)\" is not a name for a device",
                "use at most 20 letters, digits and dashes"
            )
        case .notJSON:
            return ("this is not JSON", "for example `#! expect json [{\"number\":1}]`")
        case .badPause(let text):
            return (
                "\"\(text)\" is not a number of seconds", "write 0 to 3600, such as 2 or 0.5"
            )
        case .badQuestion:
            return (
                "a question needs two answers or more, and the number of the right one",
                "for example `#! ask Which one? | this | that ; 1`"
            )
        case .badFileName(let name):
            return (
                "\"\(name)\" is not the name of a file",
                "name a file in the folder of the lesson"
            )
        case .expectationWithoutCommand:
            return ("no command follows this expectation", "write it right above its command")
        case .expectationTwice:
            return ("the command already has such an expectation", "remove one of them")
        case .serverOutOfOrder(let action):
            return action == "start"
                ? ("the server is already started", "use `#! server restart`")
                : ("the server is not started", "begin with `#! server start`")
        case .openCommand:
            return ("this command is not complete at the end of the file", "close its quote")
        case .notUTF8: return ("this line is not UTF-8", "save the file as UTF-8")
        case .isTooLong(let limit):
            return ("a lesson has at most \(limit) bytes", "split it")
        case .unreadable(let number):
            return ("this file cannot be read: \(SystemError.text(number))", "check the path")
        }
    }
}
