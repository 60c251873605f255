import TroveLanguage

/// Reads the text of a lesson into a value. It uses no files and no clock.
package struct LessonReader {
    /// The largest lesson, in bytes.
    package static let limit = 1 << 20

    /// The directives of every lesson, in the order of `help lessons`.
    package static let directives = [
        "lesson", "about", "say", "as", "server", "catalogue", "net", "file", "expect", "ask",
        "draw", "pause", "wait",
    ]

    let file: String
    let titleDirective: String
    let otherDirectives: [String]

    var steps: [LessonStep] = []
    /// The title; nil before its line.
    private var title: String?
    var about: String?
    var isServerRunning = false
    /// The expectations of the next command.
    var expectations: [LessonExpectation] = []
    /// The last line with an expectation.
    var expecting: (number: Int, text: String, span: Range<Int>)?
    private var comment = CommentBlock()
    private var assembler = CommandAssembler()
    private var isAfterBlank = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - file: The path of the lesson, for its name and for errors.
    ///   - titleDirective: The directive of the first line.
    ///   - otherDirectives: More directives, which become steps without being checked.
    package init(
        file: String, titleDirective: String = "lesson", otherDirectives: [String] = []
    ) {
        self.file = file
        self.titleDirective = titleDirective
        self.otherDirectives = otherDirectives
    }

    /// Reads a lesson.
    ///
    /// - Parameter bytes: The content of the file, in UTF-8.
    /// - Returns: The lesson.
    /// - Throws: The first mistake.
    package func read(_ bytes: [UInt8]) throws(LessonError) -> Lesson {
        var reader = self
        return try reader.readAll(bytes)
    }

    private mutating func readAll(_ bytes: [UInt8]) throws(LessonError) -> Lesson {
        guard bytes.count <= Self.limit else {
            throw LessonError(
                .isTooLong(limit: Self.limit), in: file, line: 1, source: "", at: 0..<0)
        }
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var number = 0
        for slice in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let line = slice.last == 0x0D ? slice.dropLast() : slice
            guard let text = String(validating: line, as: UTF8.self) else {
                let shown = String(decoding: line, as: UTF8.self)
                throw LessonError(
                    .notUTF8, in: file, line: number, source: shown, at: 0..<shown.utf8.count)
            }
            try add(text, number)
        }
        if assembler.isWaiting {
            throw LessonError(
                .openCommand, in: file, line: assembler.firstLine,
                source: String(assembler.source.prefix { $0 != "\n" }), at: 0..<0)
        }
        endComment()
        try checkExpectations()
        guard let title else { throw missingTitle(1, "") }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return Lesson(
            name: name.hasSuffix(".trove") ? String(name.dropLast(6)) : name, file: file,
            title: title, about: about ?? "", steps: steps)
    }

    // MARK: Lines

    private mutating func add(_ text: String, _ number: Int) throws(LessonError) {
        if assembler.isWaiting { return try addCommand(text, number) }
        let body = text.drop { $0 == " " || $0 == "\t" }
        if title == nil {
            if number == 1, body.hasPrefix("#!/") { return }
            return try readTitle(text, number)
        }
        if body.isEmpty {
            endComment()
            isAfterBlank = true
        } else if let directive = DirectiveLine(text) {
            endComment()
            try read(directive, text, number)
        } else if body.hasPrefix("#") {
            if comment.isEmpty { comment.begin(number, isAfterBlank) }
            isAfterBlank = false
            if let heading = CommentBlock.heading(of: body) {
                endComment()
                append(.heading(heading), text, number)
            } else {
                comment.add(body, text)
            }
        } else {
            endComment()
            try addCommand(text, number)
        }
    }

    private mutating func readTitle(_ text: String, _ number: Int) throws(LessonError) {
        guard let directive = DirectiveLine(text), directive.name.value == titleDirective,
            !directive.argument.value.isEmpty
        else { throw missingTitle(number, text) }
        title = directive.argument.value
    }

    private func missingTitle(_ number: Int, _ text: String) -> LessonError {
        LessonError(
            .hasNoTitle(directive: titleDirective), in: file, line: number, source: text,
            at: 0..<text.utf8.count)
    }

    mutating func append(_ content: LessonStep.Content, _ text: String, _ number: Int) {
        steps.append(
            LessonStep(line: number, source: text, followsBlank: isAfterBlank, content: content))
        isAfterBlank = false
    }

    private mutating func endComment() {
        guard let step = comment.take() else { return }
        steps.append(step)
    }

    // MARK: Commands

    private mutating func addCommand(_ text: String, _ number: Int) throws(LessonError) {
        guard assembler.add(text, number: number) else { return }
        if case .incomplete? = try? Lexer.tokens(of: assembler.source), assembler.waitIfOpen() {
            return
        }
        // An invalid command is complete: its error comes when it runs.
        assembler.begin()
        append(
            .command(assembler.source, expecting: expectations), assembler.source,
            assembler.firstLine)
        expectations = []
        expecting = nil
    }

    /// Throws if an expectation has no command.
    func checkExpectations() throws(LessonError) {
        guard let expecting else { return }
        throw LessonError(
            .expectationWithoutCommand, in: file, line: expecting.number, source: expecting.text,
            at: expecting.span)
    }
}
