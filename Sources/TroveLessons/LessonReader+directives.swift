import TroveCodecs
import TroveLanguage
import TroveModel

/// The directives, each with its argument.
extension LessonReader {
    mutating func read(
        _ directive: DirectiveLine, _ text: String, _ number: Int
    ) throws(LessonError) {
        let name = directive.name.value
        if name != "expect" { try checkExpectations() }
        if otherDirectives.contains(name) {
            return append(.other(name, argument: directive.argument.value), text, number)
        }
        switch name {
        case titleDirective: throw error(.directiveTwice(name), directive.name.span, text, number)
        case "about": try readAbout(directive, text, number)
        case "expect": try readExpectation(directive, text, number)
        default: append(try content(of: directive, text, number), text, number)
        }
    }

    private mutating func content(
        of directive: DirectiveLine, _ text: String, _ number: Int
    ) throws(LessonError) -> LessonStep.Content {
        let name = directive.name.value
        func argument(_ example: String) throws(LessonError) -> Spanned<String> {
            guard !directive.argument.value.isEmpty else {
                throw error(
                    .missingArgument(directive: name, example: example), directive.name.span,
                    text, number)
            }
            return directive.argument
        }
        switch name {
        case "say": return .say(try argument("say Both devices are offline.").value)
        case "as": return .device(try device(try argument("as phone"), text, number))
        case "server": return .server(try serverAction(directive, text, number))
        case "catalogue":
            _ = try word(directive.argument, among: ["start"], text, number)
            return .startCatalogue
        case "net": return .net(try argument("net off").value)
        case "file": return .file(try fileName(try argument("file books.csv"), text, number))
        case "ask": return .ask(try question(directive, text, number))
        case "draw":
            let word = try word(
                directive.argument, among: LessonStep.Drawing.allCases.map(\.rawValue), text,
                number)
            return .draw(LessonStep.Drawing(rawValue: word) ?? .outbox)
        case "pause": return .pause(try pause(try argument("pause 2"), text, number))
        case "wait":
            _ = try word(directive.argument, among: ["sync"], text, number)
            return .waitSync
        default:
            let known = [titleDirective] + Self.directives.dropFirst() + otherDirectives
            throw error(
                .unknownDirective(name, nearest: Nearest.names(to: name, among: known)),
                directive.name.span, text, number)
        }
    }

    // MARK: Arguments

    private mutating func readAbout(
        _ directive: DirectiveLine, _ text: String, _ number: Int
    ) throws(LessonError) {
        guard about == nil else {
            throw error(.directiveTwice("about"), directive.name.span, text, number)
        }
        guard !directive.argument.value.isEmpty else {
            throw error(
                .missingArgument(directive: "about", example: "about two devices, one conflict"),
                directive.name.span, text, number)
        }
        about = directive.argument.value
    }

    /// Returns the word if it is among those known.
    private func word(
        _ word: Spanned<String>, among known: [String], _ text: String, _ number: Int
    ) throws(LessonError) -> String {
        guard known.contains(word.value) else {
            throw error(
                .unknownWord(
                    word.value, known: known, nearest: Nearest.names(to: word.value, among: known)),
                word.span, text, number)
        }
        return word.value
    }

    private func device(
        _ name: Spanned<String>, _ text: String, _ number: Int
    ) throws(LessonError) -> String {
        let isPlain = name.value.utf8.allSatisfy { byte in
            (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D
        }
        guard isPlain, name.value.utf8.count <= 20, !name.value.hasPrefix("-") else {
            throw error(.badDevice(name.value), name.span, text, number)
        }
        return name.value
    }

    private mutating func serverAction(
        _ directive: DirectiveLine, _ text: String, _ number: Int
    ) throws(LessonError) -> LessonStep.ServerAction {
        let word = try word(
            directive.argument, among: LessonStep.ServerAction.allCases.map(\.rawValue), text,
            number)
        let action = LessonStep.ServerAction(rawValue: word) ?? .start
        guard isServerRunning == (action != .start) else {
            throw error(.serverOutOfOrder(word), directive.argument.span, text, number)
        }
        isServerRunning = action != .stop
        return action
    }

    private func fileName(
        _ name: Spanned<String>, _ text: String, _ number: Int
    ) throws(LessonError) -> String {
        guard !name.value.contains("/"), !name.value.hasPrefix(".") else {
            throw error(.badFileName(name.value), name.span, text, number)
        }
        return name.value
    }

    private func pause(
        _ seconds: Spanned<String>, _ text: String, _ number: Int
    ) throws(LessonError) -> Duration {
        guard let pause = FixedDecimal(parsing: seconds.value),
            (0...3_600_000).contains(pause.thousandths)
        else { throw error(.badPause(seconds.value), seconds.span, text, number) }
        return .milliseconds(pause.thousandths)
    }

    private func question(
        _ directive: DirectiveLine, _ text: String, _ number: Int
    ) throws(LessonError) -> LessonQuestion {
        func trimmed(_ part: Substring) -> String {
            let rest = part.drop { $0 == " " || $0 == "\t" }.reversed()
                .drop { $0 == " " || $0 == "\t" }
            return String(rest.reversed())
        }
        let argument = directive.argument
        let mark = argument.value.lastIndex(of: ";")
        let parts = argument.value[..<(mark ?? argument.value.endIndex)]
            .split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
        guard let mark, parts.count >= 3, parts.allSatisfy({ !$0.isEmpty }),
            let right = Int(trimmed(argument.value[argument.value.index(after: mark)...])),
            (1..<parts.count).contains(right)
        else {
            let span = argument.value.isEmpty ? directive.name.span : argument.span
            throw error(.badQuestion, span, text, number)
        }
        return LessonQuestion(text: parts[0], answers: Array(parts[1...]), right: right - 1)
    }

    // MARK: Expectations

    private mutating func readExpectation(
        _ directive: DirectiveLine, _ text: String, _ number: Int
    ) throws(LessonError) {
        let (kind, rest) = directive.words
        let condition = try condition(
            try word(kind, among: ["error", "json", "output"], text, number), rest, directive,
            text, number)
        let isTwice = expectations.contains { before in
            switch (before.condition, condition) {
            case (.error, .error), (.json, .json): true
            default: false
            }
        }
        guard !isTwice else { throw error(.expectationTwice, kind.span, text, number) }
        expectations.append(LessonExpectation(line: number, condition: condition))
        let end = max(directive.argument.span.upperBound, directive.name.span.upperBound)
        expecting = (number, text, directive.name.span.lowerBound..<end)
    }

    private func condition(
        _ kind: String, _ rest: Spanned<String>, _ directive: DirectiveLine, _ text: String,
        _ number: Int
    ) throws(LessonError) -> LessonExpectation.Condition {
        let example =
            switch kind {
            case "error": "expect error no-such-item"
            case "json": "expect json [{\"number\":1}]"
            default: "expect output Added book 1"
            }
        guard !rest.value.isEmpty else {
            throw error(
                .missingArgument(directive: "expect \(kind)", example: example),
                directive.argument.span, text, number)
        }
        switch kind {
        case "error": return .error(rest.value)
        case "json":
            do throws(JSON.Failure) {
                return .json(try JSON(parsing: Array(rest.value.utf8)))
            } catch {
                let start = min(rest.span.lowerBound + error.offset, rest.span.upperBound)
                throw self.error(.notJSON, start..<rest.span.upperBound, text, number)
            }
        default: return .output(rest.value)
        }
    }

    private func error(
        _ problem: LessonError.Problem, _ span: Range<Int>, _ text: String, _ number: Int
    ) -> LessonError {
        LessonError(problem, in: file, line: number, source: text, at: span)
    }
}
