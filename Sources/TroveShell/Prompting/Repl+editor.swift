import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// What the line editor asks for, and the work between keys.
extension Repl: LineEditorDelegate {
    func completion(of line: String, cursor: Int, limit: Int?) -> Completion {
        LibraryCompletion(context: runner).completion(
            of: line, cursor: cursor, limit: limit ?? Completer.limit)
    }

    func searchKey(of text: String) -> [UInt8] { Folding.search(text) }

    func lastArgument(of command: String) -> String? {
        guard case .complete(let tokens)? = try? Lexer.tokens(of: command), tokens.count > 1,
            let last = tokens.last
        else { return nil }
        return String(decoding: Array(command.utf8)[last.span], as: UTF8.self)
    }

    func edited(_ text: String) -> String? {
        do {
            return try TextEditing.edit(text, with: runner.surroundings.editor) { $0 }
        } catch {
            let report = runner.errorRenderer.render(
                ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
            editor?.printAbove(report)
            return nil
        }
    }

    /// Loads more of the library, and prepares completion, while no key is pressed.
    func idle() -> Bool {
        if !hasPrompted {
            hasPrompted = true
            pump()
            return true
        }
        if (try? runner.library.loadSlice()) == true { return true }
        return runner.library.prepareTitles()
    }

    var wakeDescriptors: [Int32] {
        (watch?.descriptors ?? [])
            + [runner.sync?.descriptor, runner.openLookups?.descriptor].compactMap(\.self)
    }

    func woken(by descriptor: Int32) {
        if descriptor == runner.sync?.descriptor { return pump() }
        if descriptor == runner.openLookups?.descriptor {
            runner.lookups.pump()
            return
        }
        guard watch?.isDue(descriptor) == true else { return }
        do throws(LibraryError) {
            try runner.library.refresh()
        } catch {
            // Other errors may be temporary; the next command reports them if not.
            guard case .wasReplaced = error else { return }
            let report = runner.errorRenderer.render(
                ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
            editor?.printAbove(report)
            return
        }
        let count = runner.library.takeForeignChanges()
        guard count > 0 else { return }
        tell(Message.othersChanged(count))
    }
}
