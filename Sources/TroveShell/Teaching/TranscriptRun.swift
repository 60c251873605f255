import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveStore
import TroveTerminal

/// Runs the commands of a transcript again, and compares their output with it.
struct TranscriptRun {
    /// What a command printed differs from the transcript.
    struct Mismatch {
        /// The number of the command's line in the file, from 1.
        let line: Int
        /// The first line of the command; nil for what follows the last command.
        let command: String?
        /// The expected lines and those that were printed.
        let difference: LineDifference
    }

    /// Why a run ended early.
    enum Ending: Error {
        case quit
        case interrupted
        case lost(LibraryError)
    }

    /// Runs the commands; its output is kept, not written.
    let runner: CommandRunner
    /// What differs, in the order of the file.
    private(set) var mismatches: [Mismatch] = []

    private var lines: [String] = []
    private var firstLine = 1
    /// The name of the script in errors; nil where errors have no place.
    private var scriptName: String?
    /// The number of lines of the current script that have been run.
    private var scriptLines = 0
    /// The options of the codes, if the following lines are codes; nil if they are commands.
    private var scanning: CodeOptions?

    init(_ runner: CommandRunner) {
        self.runner = runner
    }

    mutating func run(_ transcript: ShellTranscript) throws(Ending) {
        for block in transcript.blocks {
            lines = block.lines
            firstLine = block.firstLine
            scanning = nil
            switch block.form {
            case .prompted:
                runner.echoDepth = nil
                scriptName = nil
                try runPrompted()
            case .echoed:
                scriptName = ShellTranscript.scriptName(in: lines)
                scriptLines = 0
                // `--echo` has also printed the lines of sourced files, which are not run again.
                runner.echoDepth = transcript.isDocument ? nil : 1
                try runEchoed(isWhole: !transcript.isDocument)
            }
        }
    }

    // MARK: After a prompt

    private mutating func runPrompted() throws(Ending) {
        var next = lines.firstIndex { ShellTranscript.command(afterPromptIn: $0) != nil }
        while let start = next {
            var typed = [ShellTranscript.command(afterPromptIn: lines[start]) ?? ""]
            var end = start + 1
            while end < lines.count,
                let more = ShellTranscript.command(afterContinuationIn: lines[end])
            {
                typed.append(more)
                end += 1
            }
            next = lines[end...].firstIndex { ShellTranscript.command(afterPromptIn: $0) != nil }
            var expected = lines[end..<(next ?? lines.count)]
            // Documents separate commands with empty lines.
            while expected.last?.isEmpty == true { expected.removeLast() }
            _ = try run(typed[...])
            var found = takeOutput()
            while found.last?.isEmpty == true { found.removeLast() }
            note(expected.map { LinePattern($0) }, found, from: end, of: typed.first, at: start)
        }
    }

    // MARK: As echoed

    private mutating func runEchoed(isWhole: Bool) throws(Ending) {
        let patterns = lines.map { LinePattern($0) }
        var index = 0
        while index < lines.count {
            let ending = endingLines
            if isWhole, !ending.isEmpty, lines[index...].elementsEqual(ending) { return }
            let start = index
            index += try run(lines[start...])
            let found = takeOutput()
            if let count = LinePattern.beginning(of: patterns[index...], matching: found),
                index + count == lines.count || isCommand(index + count, isAfterOutput: true)
                    || isWhole && lines[(index + count)...].elementsEqual(endingLines)
            {
                index += count
                continue
            }
            let end = endOfOutput(from: index, isWhole: isWhole)
            note(
                Array(patterns[index..<end]), found, from: index, of: lines[start],
                at: start)
            index = end
        }
        if isWhole {
            note([], endingLines, from: lines.count, of: nil, at: lines.count - 1)
        }
    }

    /// The lines at the end of a script in which commands failed.
    private var endingLines: [String] {
        runner.failed == 0 ? [] : [Message.failures(runner.failed, of: runner.total).rendered]
    }

    /// Returns whether a line is a command: it has the name of a verb or an alias, or is followed
    /// by an error. After the expected output, a command may also be an empty line, a comment, a
    /// semicolon alone, or indented.
    private func isCommand(_ index: Int, isAfterOutput: Bool) -> Bool {
        let line = lines[index]
        if scanning != nil { return true }
        let text = isAfterOutput ? line.drop(while: \.isWhitespace) : line[...]
        if isAfterOutput, text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") { return true }
        let word = text.prefix { !$0.isWhitespace && $0 != ";" }.lowercased()
        if CommandTable.vocabulary.verb(named: word) != nil || runner.session.aliases[word] != nil {
            return true
        }
        return index + 1 < lines.count
            && ShellTranscript.scriptName(in: [lines[index + 1]]) == scriptName
            && lines[index + 1].hasPrefix((scriptName ?? "") + ":")
    }

    /// Returns where the output that begins at a line ends: before the next command, and before the
    /// comments above it.
    private func endOfOutput(from start: Int, isWhole: Bool) -> Int {
        var end = start
        while end < lines.count, !isCommand(end, isAfterOutput: false) { end += 1 }
        if end == lines.count {
            let ending = endingLines
            return isWhole && !ending.isEmpty && lines.suffix(1).elementsEqual(ending)
                ? max(start, lines.count - 1) : end
        }
        while end > start,
            lines[end - 1].hasPrefix("# ") && !lines[end - 1].hasPrefix("#  ")
                || lines[end - 1].allSatisfy(\.isWhitespace)
        {
            end -= 1
        }
        return end
    }

    // MARK: Running

    /// Runs the command at the beginning of lines. Returns how many lines it takes.
    private mutating func run(_ lines: ArraySlice<String>) throws(Ending) -> Int {
        if runner.isInterrupted { throw .interrupted }
        // Each -c is a script of its own.
        if scriptName == "-c" { scriptLines = 0 }
        if let options = scanning, let code = lines.first {
            let place = self.place(of: lines, count: 1)
            scriptLines += 1
            if code.allSatisfy(\.isWhitespace) {
                scanning = nil
            } else {
                try finish(runner.run(codeOn: code, options, at: place))
            }
            return 1
        }
        var assembler = CommandAssembler()
        var count = 0
        while true {
            let isWhole = assembler.add(lines[lines.startIndex + count], number: count + 1)
            count += 1
            let isLast = count == lines.count
            guard isWhole || isLast else { continue }
            let place = self.place(of: lines, count: count)
            let outcome = runner.runUnattended(
                runner.parse(assembler.source, isLast: isLast), at: place)
            if case .incomplete = outcome, !isLast, assembler.waitIfOpen() { continue }
            scriptLines += count
            try finish(outcome)
            return count
        }
    }

    /// Returns the place of a command in its script.
    ///
    /// A transcript may contain several scripts, one after the other. A new one begins where an
    /// error names it.
    ///
    /// - Parameters:
    ///   - lines: the lines of the command, and those below it.
    ///   - count: the number of lines of the command.
    /// - Returns: the place.
    private mutating func place(
        of lines: ArraySlice<String>, count: Int
    ) -> ErrorRenderer.Place {
        let output = lines.dropFirst(count).drop { $0.hasPrefix("warning: ") }
        if let first = output.first, let error = ShellTranscript.place(ofErrorIn: first),
            scriptName != nil, error.script != scriptName, !runsScript(lines[lines.startIndex])
        {
            // The line of the source that the error shows, below it.
            let shown = output.dropFirst().first?.dropFirst(2)
            let offset =
                lines.prefix(count).firstIndex { $0[...] == shown }
                .map { $0 - lines.startIndex } ?? 0
            scriptName = error.script
            scriptLines = max(0, error.line - 1 - offset)
        }
        return ErrorRenderer.Place(file: scriptName, line: scriptLines + 1)
    }

    /// Returns whether a command runs a script, whose errors have places of their own.
    private func runsScript(_ line: String) -> Bool {
        let source = AliasExpansion(of: line, runner.session.aliases).source
        return source.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }.lowercased()
            == CommandTable.source
    }

    /// Commits what a command did, so that its output is complete.
    private mutating func finish(_ outcome: CommandRunner.Outcome) throws(Ending) {
        do throws(LibraryError) {
            try runner.commitAndRelease()
        } catch {
            throw .lost(error)
        }
        switch outcome {
        case .quit, .sourced(.quit): throw .quit
        case .lost(let error), .sourced(.lost(let error, _, _)): throw .lost(error)
        case .sourced(.interrupted): throw .interrupted
        case .scanning(let options), .sourced(.completedScanning(let options)): scanning = options
        default: break
        }
    }

    /// Returns the lines of both streams, in their order. Collected output cannot fail to be
    /// written.
    private func takeOutput() -> [String] {
        try? runner.output.flush()
        let text = String(
            decoding: runner.output.takeCollected().flatMap(\.bytes), as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Records a mismatch, unless the lines match.
    private mutating func note(
        _ expected: [LinePattern], _ found: [String], from start: Int, of command: String?,
        at index: Int
    ) {
        let difference = LineDifference(
            expected: expected, found: found, firstLine: firstLine + start)
        guard !difference.isEmpty else { return }
        mismatches.append(
            Mismatch(line: firstLine + index, command: command, difference: difference))
    }
}
