import TroveCommands
import TroveLanguage

/// `--check`: reports errors without running commands.
extension CommandRunner {
    /// Checks one command without running it, but keeps definitions that later commands depend on.
    func check(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        let line = parse(typed, isLast: isLast)
        do throws(LanguageError) {
            switch try line.parsed.get() {
            case .empty: return .done
            case .incomplete(let quote): return .incomplete(openQuote: quote?.value)
            case .command(let command):
                total += 1
                if case .codes(let options) = command.rehearse(in: self) {
                    return .scanning(options)
                }
                return .done
            }
        } catch {
            total += 1
            failed += 1
            report(line.expansion.report(ErrorReport(error)), source: typed, at: place)
            return .failed
        }
    }
}
