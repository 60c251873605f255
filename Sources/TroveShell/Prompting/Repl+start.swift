import Glibc
import TroveCommands
import TroveLanguage
import TroveSystem
import TroveTerminal

/// What the user has prepared for each session: aliases and the start file.
extension Repl {
    /// Loads the aliases of earlier sessions.
    func loadAliases() {
        let file = runner.surroundings.aliasFile
        do throws(AliasFile.Failure) {
            runner.session.aliases = try file.read()
        } catch {
            warn(Message.aliasesAreNotKept(file, error))
        }
    }

    /// Runs the user's start file. Only its errors and warnings are shown.
    func runStartFile() -> ExitStatus? {
        let path = runner.surroundings.startFile
        guard options.readsStartFile, SystemCall.access(path, F_OK) == 0 else { return nil }
        // Reading a pipe would wait for its writer, and some devices never end.
        guard FilePath.isFile(path),
            let script = try? Script(
                file: Spanned(path, 0..<0), besides: runner.library, in: runner.surroundings)
        else {
            warn(Message.startFileIsUnusable(path))
            return nil
        }
        output.isMuted = true
        let ending = ScriptRunner(runner: runner, stopsOnError: false).run(script)
        output.isMuted = false
        switch ending {
        case .quit: return leave(with: .success)
        case .lost(let error, _, _):
            lost(error)
            if let ending = self.ending { return ending }
        case .isDatabase(let file): warn(ErrorReport.isDatabase(file).text)
        case .completed, .completedScanning, .stopped, .interrupted, .outputFailed: break
        }
        applySettings()
        return nil
    }
}
