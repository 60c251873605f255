package import TroveLessons
import TroveSystem
import TroveTerminal

extension ErrorReport {
    /// Words a mistake in a lesson.
    package init(_ error: LessonError) {
        if case .badCondition(let mistake) = error.problem {
            let report = ErrorReport(mistake)
            self.init(report.text, report.advice ?? Message.describesConditions, at: error.span)
            return
        }
        let (text, advice) = Self.message(for: error.problem)
        self.init(text, advice, at: error.span)
    }

    private static func message(for problem: LessonError.Problem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .hasNoTitle(let directive):
            (
                "this file is not a \(directive)",
                "its first line must be `#! \(directive) TITLE`; "
                    + (directive == "lesson"
                        ? "`tutorial --check FILE` checks a tutorial"
                        : "`trove --demo-check FILE` checks a lesson")
            )
        case .unknownDirective(let name, let nearest):
            (
                name.isEmpty ? "#! needs a directive" : "there is no directive \"\(name)\"",
                Phrase.didYouMean(nearest)
                    ?? "the directives are \(Phrase.list(LessonReader.directives))"
            )
        case .missingArgument(let directive, let example):
            ("\(directive) needs an argument", "for example `#! \(example)`")
        case .needlessArgument(let directive):
            ("\(directive) takes no argument", "write only `#! \(directive)`")
        case .directiveTwice(let name):
            ("a lesson has only one \(name)", "remove one of them")
        case .unknownWord(let word, let known, let nearest):
            (
                word.isEmpty ? "a word is missing here" : "\"\(word)\" is not known here",
                Phrase.didYouMean(nearest) ?? "write \(Phrase.either(known))"
            )
        case .badDevice(let name):
            ("\"\(name)\" is not a name for a device", "use at most 20 letters, digits and dashes")
        case .notJSON:
            ("this is not JSON", "for example `#! expect json [{\"number\":1}]`")
        case .badPause(let text):
            ("\"\(text)\" is not a number of seconds", "write 0 to 3600, such as 2 or 0.5")
        case .badQuestion:
            (
                "a question needs two answers or more, and the number of the right one",
                "for example `#! ask Which one? | this | that ; 1`"
            )
        case .badFileName(let name):
            ("\"\(name)\" is not the name of a file", "name a file in the folder of the lesson")
        case .expectationWithoutCommand:
            ("no command follows this expectation", "write it right above its command")
        case .expectationTwice: ("the command already has such an expectation", "remove one")
        case .serverOutOfOrder(let action):
            action == "start"
                ? ("the server is already started", "use `#! server restart`")
                : ("the server is not started", "begin with `#! server start`")
        case .openCommand:
            ("this command is not complete at the end of the file", "close its quote")
        case .setupAfterSteps:
            (
                "this prepares the sandbox, so it must come before the first step",
                "write it above the first `#! step`"
            )
        case .directiveBeforeStep(let name):
            ("\(name) belongs to a step", "write it below the `#! step` that it is about")
        case .stepWithoutCondition:
            ("this step has no condition", "for example `#! done count gem >= +1`")
        case .missingDirective(let name, let example):
            ("the tutorial has no \(name)", "for example `#! \(example)`")
        case .badCondition: ("this is not a condition", nil)
        case .notUTF8: ("this line is not UTF-8", "save the file as UTF-8")
        case .isTooLong(let limit): ("a lesson has at most \(limit) bytes", "split it")
        case .unreadable(let number):
            ("this file cannot be read: \(SystemCall.strerror(number))", "check the path")
        }
    }
}
