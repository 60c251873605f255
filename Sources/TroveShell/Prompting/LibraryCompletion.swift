import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Completion, suggestions and highlighting from the open library.
struct LibraryCompletion {
    let context: any CommandContext
    /// The lines of the command before the one that is edited, with their ends.
    let former: String

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
        let before = former + String(decoding: Array(line.utf8.prefix(cursor)), as: UTF8.self)
        let expansion = expansion(of: before)
        let result = completer.complete(
            expansion.source, at: expansion.position(of: before.utf8.count))
        // A candidate cannot replace a part of an alias, nor of another line.
        guard let place = expansion.place(of: result.replaced),
            let replaced = placeInLine(place)
        else {
            return Completion(
                replaced: cursor..<cursor, candidates: [], total: 0, commonPrefix: nil)
        }
        let candidates = result.suggestions.map {
            Completion.Candidate(
                insertion: $0.insertion, label: $0.label, note: $0.note, isFinal: $0.isFinal)
        }
        // A candidate that matches in the middle does not begin with what is typed, nor does a
        // number that stands for a title.
        let hasPrefix =
            result.match == .beginning && result.total == candidates.count
            && !result.suggestions.contains(where: \.isNumber)
        let typed = String(
            decoding: Array(expansion.source.utf8)[result.replaced], as: UTF8.self)
        return Completion(
            replaced: replaced, candidates: candidates, total: result.total, isCut: result.isCut,
            commonPrefix: hasPrefix
                ? Self.commonPrefix(candidates.map(\.insertion), behind: typed) : nil)
    }

    /// Returns the common prefix of all insertions; nil if it adds at most a quote to what is
    /// typed.
    private static func commonPrefix(_ texts: [String], behind typed: String) -> String? {
        guard var prefix = texts.first else { return nil }
        for text in texts.dropFirst() { prefix = commonPrefix(prefix, text) }
        return unquoted(prefix).count > unquoted(typed).count ? prefix : nil
    }

    private static func unquoted(_ text: String) -> Substring {
        text.hasPrefix("\"") || text.hasPrefix("'") ? text.dropFirst() : text[...]
    }

    private static func commonPrefix(_ left: String, _ right: String) -> String {
        // Where both continue with printable ASCII, no character is divided.
        var (end, other) = (left.utf8.startIndex, right.utf8.startIndex)
        while end < left.utf8.endIndex, other < right.utf8.endIndex {
            let (first, second) = (left.utf8[end], right.utf8[other])
            guard first >= 0x20, first < 0x80, second >= 0x20, second < 0x80 else {
                return String(zip(left, right).prefix { $0 == $1 }.map(\.0))
            }
            if first != second { break }
            left.utf8.formIndex(after: &end)
            right.utf8.formIndex(after: &other)
        }
        return String(left[..<end])
    }

    // MARK: While typing

    /// Returns what continues a line without an error, after its end; nil if nothing does.
    func continuation(of line: String) -> String? {
        completer.continuation(of: expansion(of: former + line).source)
    }

    /// Returns the place in the edited line of a part of the command that begins there; nil for a
    /// part that begins in a line before it.
    private func placeInLine(_ part: Range<Int>) -> Range<Int>? {
        let start = former.utf8.count
        guard part.lowerBound >= start else { return nil }
        return part.lowerBound - start..<part.upperBound - start
    }

    /// What is found in a line while it is typed.
    struct Inspection {
        /// The parts of the line, styled by their meanings.
        let highlights: [Highlight]
        /// Whether a part is an error that stays whatever is typed at the cursor.
        let hasError: Bool
    }

    /// Inspects a line with the cursor at an offset in bytes of UTF-8.
    func inspect(_ line: String, cursor: Int) -> Inspection {
        let start = former.utf8.count
        let expansion = expansion(of: former + line)
        let spans = LineHighlighter.spans(
            of: expansion.source, cursor: expansion.position(of: start + cursor),
            error: error(in: expansion.source), completer)
        let typed = spans.compactMap { span -> Highlight? in
            guard let place = expansion.place(of: span.range), place.upperBound > start else {
                return nil
            }
            let part = max(place.lowerBound, start) - start..<place.upperBound - start
            return Highlight(part, Style.Role(span.role))
        }
        let aliases = expansion.aliasPlaces.compactMap(placeInLine).map {
            Highlight($0, Style.Role.verb)
        }
        return Inspection(
            highlights: (aliases + typed).sorted { $0.range.lowerBound < $1.range.lowerBound },
            hasError: spans.contains { $0.role == .error })
    }

    /// Returns a line that is being typed with its aliases expanded.
    private func expansion(of line: String) -> AliasExpansion {
        AliasExpansion(of: line, context.session.aliases, isEdited: true)
    }

    /// Returns the error in a line; nil for a line that is too long to be parsed at each key press.
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
            case .unknownValue: .unknownValue
            case .string: .string
            case .comment: .faint
            case .error: .error
            }
    }
}
