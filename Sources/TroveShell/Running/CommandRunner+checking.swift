import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// `--check`: reports errors without running commands.
extension CommandRunner {
    /// Adds the kinds and fields that a library defines, and those of the files beside it, to the
    /// library in memory that commands are checked with.
    ///
    /// A library that cannot be opened is a warning: the scripts may be for another one.
    ///
    /// - Parameters:
    ///   - location: the location of the library, which is only read.
    ///   - kinds: the kinds that the program supports.
    /// - Throws: an error if the library in memory cannot be changed.
    func learnKinds(of location: Library.Location, _ kinds: Kinds) throws {
        guard Library.exists(at: location) else { return }
        let source: Library
        do throws(LibraryError) {
            source = try Library(location, kinds: kinds, isReadOnly: true)
        } catch {
            return warn(Message.unknownKinds(ErrorReport(error).text))
        }
        try takeDefinitions(of: source)
        for warning in try KindFolder(self, beside: source).load().warnings { warn(warning) }
        try library.commit()
    }

    /// Checks one command without running it, but keeps definitions that later commands depend on.
    /// If it sources a file, checks the commands of that file.
    func check(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        let line = parse(typed, isLast: isLast)
        do {
            switch try line.meaning.get() {
            case .empty: return .done
            case .incomplete: return .incomplete
            case .command(let command):
                let outcome = try check(command)
                total += 1
                return outcome
            }
        } catch {
            total += 1
            failed += 1
            report(line.expansion.report(ErrorReport(error)), source: typed, at: place)
            return .failed
        }
    }

    private func check(_ command: any ShellCommand) throws -> Outcome {
        let reply = try command.rehearse(in: self)
        try command.check(in: self)
        return switch reply {
        case .codes(let options): .scanning(options)
        case .script(let path): try run(file: path, checksOnly: true)
        default: .done
        }
    }
}
