import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore

/// Codes on lines of their own, after `scan`.
extension CommandRunner {
    /// Adds the book for the code on a line, unless that is only a comment.
    func run(codeOn line: String, _ options: CodeOptions, at place: ErrorRenderer.Place) -> Outcome
    {
        let code = CodeLine(line)
        guard !code.text.value.isEmpty else {
            pass(line, at: place)
            return .done
        }
        total += 1
        var isEchoed = false
        do {
            try checkISBN(code)
            let command = CommandTable.command(forCode: code.text, options)
            try prepare(command)
            func run() throws -> Outcome {
                try holding(line, AliasExpansion(of: line, [:]), at: place) {
                    echo(line)
                    isEchoed = true
                    var file: Spanned<String>?
                    return try self.run(command, sourcing: &file)
                }
            }
            do {
                return try run()
            } catch is AnswerNeeded {
                try commitAndRelease()
                return try run()
            }
        } catch let error as LibraryError where error.isFatal {
            failed += 1
            return .lost(error)
        } catch {
            failed += 1
            inTurn(line, at: place) {
                if !isEchoed { echo(line) }
                report(ErrorReport(error), source: line, at: place)
            }
            return .failed
        }
    }

    /// Checks the code on a line without asking a catalogue service.
    func check(codeOn line: String, at place: ErrorRenderer.Place) -> Outcome {
        let code = CodeLine(line)
        guard !code.text.value.isEmpty else { return .done }
        total += 1
        do throws(CommandFailure) {
            try checkISBN(code)
            return .done
        } catch {
            failed += 1
            report(ErrorReport(error), source: line, at: place)
            return .failed
        }
    }

    private func checkISBN(_ code: CodeLine) throws(CommandFailure) {
        guard code.isbn != nil else {
            throw CommandFailure(.noCode(code.text.value), at: code.text.span)
        }
    }
}
