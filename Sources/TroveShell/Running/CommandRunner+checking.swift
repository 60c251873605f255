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
    func check(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        let line = parse(typed, isLast: isLast)
        do {
            switch try line.meaning.get() {
            case .empty: return .done
            case .incomplete: return .incomplete
            case .command(let command):
                let reply = try command.rehearse(in: self)
                try command.check(in: self)
                total += 1
                if case .codes(let options) = reply { return .scanning(options) }
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
