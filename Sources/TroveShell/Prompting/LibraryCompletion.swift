import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Completion, suggestions and highlighting from the open library.
struct LibraryCompletion {
    let context: any CommandContext

    private var completer: Completer {
        Completer(
            CommandTable.vocabulary, kinds: context.kinds, currentKind: context.currentKind,
            source: self)
    }

    /// Returns at most `limit` candidates at the cursor, an offset in bytes of UTF-8.
    func completion(
        of line: String, cursor: Int, limit: Int, isThorough: Bool
    ) -> Completion {
        var completer = completer
        completer.limit = limit
        completer.isThorough = isThorough
        let result = completer.complete(line, at: cursor)
        let candidates = result.suggestions.map {
            Completion.Candidate(
                insertion: $0.insertion, label: $0.label, note: $0.note, isFinal: $0.isFinal)
        }
        // A candidate that matches in the middle does not begin with what is typed.
        let hasPrefix = result.match == .beginning && result.total == candidates.count
        return Completion(
            replaced: result.replaced, candidates: candidates, total: result.total,
            commonPrefix: hasPrefix ? Self.commonPrefix(candidates.map(\.insertion)) : nil)
    }

    /// Returns the common prefix of all insertions.
    private static func commonPrefix(_ texts: [String]) -> String? {
        guard var prefix = texts.first else { return nil }
        for text in texts.dropFirst() {
            prefix = String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
        }
        return prefix.isEmpty ? nil : prefix
    }

    // MARK: While typing

    /// Returns what continues a line behind its end; nil for a line with an error.
    func continuation(of line: String) -> String? {
        completer.continuation(of: line, error: error(in: line))
    }

    /// Returns the parts of a line in the looks of their meanings.
    func highlights(of line: String, cursor: Int) -> [Highlight] {
        LineHighlighter.spans(of: line, cursor: cursor, error: error(in: line), completer)
            .map { Highlight($0.range, Style.Role($0.role)) }
    }

    /// Returns the error in a line; nil for a line that is too long to be parsed at each key.
    private func error(in line: String) -> LanguageError? {
        // A verb that is being typed is not wrong yet.
        guard line.utf8.count <= LineHighlighter.longestLine, line.contains(" ") else {
            return nil
        }
        do throws(LanguageError) {
            _ = try CommandTable.parse(
                line,
                in: ArgumentReader.Context(
                    kinds: context.kinds, currentKind: context.currentKind))
            return nil
        } catch {
            return error
        }
    }
}

extension Style.Role {
    /// The look of a part of a line.
    fileprivate init(_ role: SyntaxSpan.Role) {
        self =
            switch role {
            case .verb: .verb
            case .field: .field
            case .value: .value
            case .unknownValue: .warning
            case .string: .string
            case .comment: .faint
            case .error: .error
            }
    }
}
