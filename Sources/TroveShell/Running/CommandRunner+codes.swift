import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore

/// Codes on lines of their own, after `scan`.
extension CommandRunner {
    /// Adds the book for a code on a line of its own.
    func run(code: String, _ options: CodeOptions, at place: ErrorRenderer.Place) -> Outcome {
        total += 1
        var isEchoed = false
        do {
            let command = CommandTable.command(
                forCode: try self.code(code), options)
            try prepare(command)
            return try holding(code, AliasExpansion(of: code, [:]), at: place) {
                echo(code)
                isEchoed = true
                var file: Spanned<String>?
                return try run(command, sourcing: &file)
            }
        } catch let error as LibraryError where error.isFatal {
            failed += 1
            return .lost(error)
        } catch {
            failed += 1
            inTurn(code, at: place) {
                if !isEchoed { echo(code) }
                report(ErrorReport(error), source: code, at: place)
            }
            return .failed
        }
    }

    /// Checks a code without asking a catalogue service.
    func check(code: String, at place: ErrorRenderer.Place) -> Outcome {
        total += 1
        do throws(CommandFailure) {
            _ = try self.code(code)
            return .done
        } catch {
            failed += 1
            report(ErrorReport(error), source: code, at: place)
            return .failed
        }
    }

    private func code(_ text: String) throws(CommandFailure) -> Spanned<String> {
        let code = Spanned(text, 0..<text.utf8.count)
        guard ISBN(parsing: text) != nil else { throw CommandFailure(.noCode(text), at: code.span) }
        return code
    }
}
