import TroveCommands
import TroveLanguage
import TroveModel

/// Checks that any text is a command, the beginning of one, or an error with a position, and never
/// crashes the program.
func tryLanguage(_ bytes: [UInt8]) {
    let source = String(decoding: bytes, as: UTF8.self)
    for kind in Kinds.standard.indices {
        tryParsing(source, ArgumentReader.Context(kinds: .standard, currentKind: kind))
    }
    tryQuoting(source)
    tryCompleting(source)
}

private func tryParsing(_ source: String, _ context: ArgumentReader.Context) {
    do throws(LanguageError) {
        guard case .incomplete(let quote?) = try CommandTable.parse(source, in: context) else {
            return
        }
        requirePlace(quote.span, in: source)
    } catch {
        requirePlace(error.span, in: source)
    }
}

/// Checks that a quoted text is read back as one argument with the same value.
private func tryQuoting(_ text: String) {
    for quoted in [Quoting.quoted(text), Quoting.argument(text), Quoting.title(text)] {
        guard case .complete(let tokens)? = try? Lexer.tokens(of: quoted) else {
            preconditionFailure("the quoted text is not readable: \(quoted)")
        }
        precondition(
            tokens.count == 1 && tokens[0].text.utf8.elementsEqual(text.utf8),
            "the quoted text is read as \(tokens)")
    }
}

/// Checks that completions replace a part of the line, and that highlights are in order inside it,
/// for any cursor position.
private func tryCompleting(_ line: String) {
    var error: LanguageError?
    do throws(LanguageError) {
        _ = try CommandTable.parse(
            line, in: ArgumentReader.Context(kinds: .standard, currentKind: 0))
    } catch let found {
        error = found
    }
    let completer = Completer(
        CommandTable.vocabulary, kinds: .standard, currentKind: 0, source: SmallCollection())
    let middle = line.index(line.startIndex, offsetBy: line.count / 2)
    for place in [line.startIndex, middle, line.endIndex] {
        let cursor = line.utf8.distance(from: line.startIndex, to: place)
        requirePlace(completer.complete(line, at: cursor).replaced, in: line)
        var end = 0
        for span in LineHighlighter.spans(of: line, cursor: cursor, error: error, completer) {
            requirePlace(span.range, in: line)
            precondition(span.range.lowerBound >= end, "highlights overlap in \(line)")
            end = span.range.upperBound
        }
    }
    _ = completer.continuation(of: line)
}

private func requirePlace(_ span: Range<Int>, in source: String) {
    precondition(
        span.lowerBound >= 0 && span.upperBound <= source.utf8.count,
        "\(span) is out of range in a source of \(source.utf8.count) bytes")
}
