import TroveCodecs

/// Splits a line into arguments.
///
/// White space ends a word. A quote may open anywhere in a word: `"…"` has the escapes `\"`, `\\`,
/// `\n` and `\t`, `'…'` has none. The first unquoted operator after a field's name turns the word
/// into a pair. `#` at the start of a word begins a comment. A backslash at the end of a line, or
/// an open quote, continues the command on the next line. Semicolons at the end are ignored,
/// because users of SQL type them out of habit.
package struct Lexer {
    /// The result of splitting a line.
    package enum Outcome: Sendable {
        case complete([Token])
        /// The command needs more lines. `openQuote` is the quote that is still open.
        case incomplete(openQuote: Spanned<Character>?)
    }

    /// Where the lines of a command end before the command does.
    enum Break {
        /// Between two words, after a backslash.
        case betweenWords
        case inQuote(OpenQuote)
    }

    /// What the lines after an open quote need to know of the word with that quote.
    struct OpenQuote {
        fileprivate let quote: UInt8
        fileprivate let isInValue: Bool
        fileprivate let depth: Int
    }

    private var source: [UInt8]
    private var position = 0
    private var tokens: [Token] = []
    /// Whether unknown escapes and misplaced quotes are ignored instead of reported.
    private var isLenient = false

    // The word being read.
    private var wordStart = 0
    private var cooked: [UInt8] = []
    private var isQuoted = false
    /// Whether the word cannot begin with a field's name.
    private var cannotBeName = false
    private var mark: (`operator`: Operator, cookedStart: Int, sourceStart: Int)?
    /// The number of parentheses that are open in the word.
    private var depth = 0
    /// The positions of unquoted bars in the value: in the text without quotes, and in the source.
    private var bars: [(cooked: Int, source: Int)] = []

    private init(_ line: String) {
        source = Array(line.utf8)
        tokens.reserveCapacity(8)
    }

    /// Splits one or more lines of a command.
    ///
    /// - Throws: `LanguageError` for an unknown escape.
    package static func tokens(of line: String) throws(LanguageError) -> Outcome {
        var lexer = Lexer(line)
        return try lexer.run()
    }

    /// Finds where a command breaks off that continues on the next line.
    ///
    /// An unknown escape and a quote that closes inside a word do not end a command: the lines
    /// after such a mistake are parts of it, too.
    ///
    /// - Parameters:
    ///   - lines: The command, or its further lines.
    ///   - former: Where the lines before these broke off.
    /// - Returns: The place; nil if the command is complete.
    static func `break`(in lines: String, after former: Break = .betweenWords) -> Break? {
        var lexer = Lexer(lines)
        lexer.isLenient = true
        guard case .incomplete(let quote)? = try? lexer.run(after: former) else { return nil }
        guard let sign = quote?.value.asciiValue else { return .betweenWords }
        return .inQuote(
            OpenQuote(quote: sign, isInValue: lexer.mark != nil, depth: lexer.depth))
    }

    /// Returns the tokens of a line that is being typed, as if an open quote were closed at its
    /// end; nil if that does not help. The last token may then end past the end of the line.
    static func closedTokens(of line: String) -> [Token]? {
        var lexer = Lexer(line)
        guard let outcome = try? lexer.run() else { return nil }
        if case .complete(let tokens) = outcome { return tokens }
        guard case .incomplete(let quote?) = outcome, let sign = quote.value.asciiValue else {
            return nil
        }
        // A backslash before the end would escape the quote.
        if lexer.position < lexer.source.count { lexer.source.append(backslash) }
        lexer.source.append(sign)
        // Only the word with the quote is read again.
        lexer.position = lexer.wordStart
        guard case .complete(let tokens)? = try? lexer.run() else { return nil }
        return tokens
    }

    /// Returns the tokens of a line that is being typed; those before the error if it has one.
    static func partialTokens(of line: String) -> [Token] {
        if let tokens = closedTokens(of: line) { return tokens }
        var lexer = Lexer(line)
        _ = try? lexer.run()
        return lexer.tokens
    }

    /// Splits further lines of a command.
    private mutating func run(after former: Break) throws(LanguageError) -> Outcome {
        guard case .inQuote(let open) = former else { return try run() }
        source.insert(open.quote, at: 0)
        if open.isInValue { mark = (.set, 0, -1) }
        depth = open.depth
        if let quote = try readQuoted(open.quote) { return .incomplete(openQuote: quote) }
        if let quote = try readRestOfWord() { return .incomplete(openQuote: quote) }
        return try run()
    }

    private mutating func run() throws(LanguageError) -> Outcome {
        while position < source.count {
            let byte = source[position]
            switch byte {
            case Self.backslash where isEndOfLine(position + 1):
                guard position + 1 < source.count else { return .incomplete(openQuote: nil) }
                position += source[position + 1] == Self.carriageReturn ? 3 : 2
            case 0x20, 0x09, 0x0A, Self.carriageReturn:
                position += 1
            case 0x23:
                while position < source.count, source[position] != 0x0A { position += 1 }
            case 0x28:
                appendParenthesis(.open)
            case 0x29:
                appendParenthesis(.close)
            default:
                if readPlainWord() { continue }
                if let open = try readWord() { return .incomplete(openQuote: open) }
            }
        }
        return .complete(tokens)
    }

    /// Reads a word without special characters, such as `Dune`, `pages:412` or
    /// `author:"Frank Herbert"`, which most words are. Returns false, and reads nothing, for any
    /// other word.
    private mutating func readPlainWord() -> Bool {
        let start = position
        var index = endOfPlainRun(from: start)
        if isEndOfPlainWord(index) {
            guard index > start else { return false }
            position = index
            tokens.append(
                Token(.word, start..<index, text: text(start..<index), isQuoted: false))
            return true
        }
        guard source[index] == 0x3A, Self.isName(source[start..<index]) else { return false }
        let colon = index
        index += 1
        var value = index..<index
        let isQuoted = index < source.count && source[index] == 0x22
        if isQuoted {
            index += 1
            while index < source.count, source[index] != 0x22, source[index] != Self.backslash {
                index += 1
            }
            guard index < source.count, source[index] == 0x22 else { return false }
            value = colon + 2..<index
            index += 1
        } else {
            index = endOfPlainRun(from: index)
            value = colon + 1..<index
        }
        guard isEndOfPlainWord(index) else { return false }
        position = index
        let pair = Token.Pair(
            name: Spanned(text(start..<colon), start..<colon), operator: .set,
            value: Spanned(text(value), colon + 1..<index), parts: [])
        tokens.append(Token(pair, start..<index, isQuoted: isQuoted))
        return true
    }

    /// Returns the end of the letters, digits, dashes and periods from an index on.
    private func endOfPlainRun(from start: Int) -> Int {
        var index = start
        while index < source.count,
            Self.isPlain(source[index]) || source[index] == 0x2D || source[index] == 0x2E
        { index += 1 }
        return index
    }

    private func isEndOfPlainWord(_ index: Int) -> Bool {
        index == source.count || source[index] == 0x20
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: source[range], as: UTF8.self)
    }

    private mutating func appendParenthesis(_ kind: Token.Kind) {
        let span = position..<position + 1
        tokens.append(Token(kind, span, text: kind == .open ? "(" : ")", isQuoted: false))
        position += 1
    }

    /// Reads a word. Returns the quote that is left open, if any.
    private mutating func readWord() throws(LanguageError) -> Spanned<Character>? {
        wordStart = position
        cooked.removeAll(keepingCapacity: true)
        bars.removeAll(keepingCapacity: true)
        isQuoted = false
        cannotBeName = false
        mark = nil
        depth = 0
        return try readRestOfWord()
    }

    /// Reads a word from this position on. Returns the quote that is left open, if any.
    private mutating func readRestOfWord() throws(LanguageError) -> Spanned<Character>? {
        reading: while position < source.count {
            let byte = source[position]
            switch byte {
            case 0x20, 0x09, 0x0A, Self.carriageReturn:
                break reading
            case 0x28 where mark == nil, 0x29 where depth == 0:
                break reading
            case Self.backslash where isEndOfLine(position + 1):
                break reading
            case 0x22, 0x27:
                // An apostrophe inside a word does not open a quote: `Ender's Game` needs no
                // quotes.
                if byte == 0x27, !opensQuote {
                    cooked.append(byte)
                    position += 1
                } else if let open = try readQuoted(byte) {
                    return open
                }
            default:
                if mark == nil, readOperator(byte) { continue }
                // A value may contain parentheses: `note:(lent)`.
                if byte == 0x28 { depth += 1 }
                if byte == 0x29 { depth -= 1 }
                if byte == 0x7C { bars.append((cooked.count, position)) }
                // Most bytes have no special meaning; they are taken in long runs.
                let start = position
                repeat {
                    position += 1
                } while position < source.count
                    && Self.isPlain(source[position])
                cooked.append(contentsOf: source[start..<position])
            }
        }
        endWord()
        return nil
    }

    /// Whether a quote at this position opens one: at the start of a word, of a value, or of a name
    /// in a list of them.
    private var opensQuote: Bool {
        position == wordStart || mark.map { $0.sourceStart == position } ?? false
            || bars.last.map { $0.source + 1 == position } ?? false
            || mark != nil && source[position - 1] == 0x2C
    }

    private mutating func readQuoted(
        _ quote: UInt8
    ) throws(LanguageError) -> Spanned<Character>? {
        let start = position
        isQuoted = true
        position += 1
        while position < source.count {
            let byte = source[position]
            if byte == quote {
                position += 1
                try checkClosing(quote, from: start)
                return nil
            }
            if byte == Self.backslash, quote == 0x22 {
                guard position + 1 < source.count else { break }
                try readEscape()
            } else {
                let run = position
                repeat {
                    position += 1
                } while position < source.count
                    && source[position] != quote && source[position] != Self.backslash
                cooked.append(contentsOf: source[run..<position])
            }
        }
        return Spanned(Character(Unicode.Scalar(quote)), start..<start + 1)
    }

    /// Returns the position of the next single quote that ends a word on the line, skipping doubled
    /// quotes; nil if there is none.
    private func closingQuote(from start: Int) -> Int? {
        var index = start
        while index < source.count, source[index] != 0x0A {
            let next = index + 1 < source.count ? source[index + 1] : nil
            if source[index] == 0x27, next == 0x27 {
                index += 1
            } else if source[index] == 0x27, !(next.map(Self.isPlain) ?? false) {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Rejects a quote that closes inside a word: `'Tis Pity She's a Whore` would silently lose its
    /// apostrophes, and `'O''Brien'` is not one text, as it is in SQL.
    private func checkClosing(_ quote: UInt8, from start: Int) throws(LanguageError) {
        guard !isLenient, quote == 0x27, position < source.count,
            Self.isPlain(source[position]) || source[position] == 0x27
        else { return }
        // In `'It''s'`, a doubled quote does not end the text.
        let isDoubled = source[position] == 0x27
        if let closing = closingQuote(from: position + (isDoubled ? 1 : 0)) {
            // An apostrophe in quotes: 'O'Brien'
            let text = String(decoding: source[start + 1..<closing], as: UTF8.self)
                .replacing("''", with: "'")
            throw LanguageError(
                .quoteInWord(text), at: position - 1..<position,
                correction: Correction(start..<closing + 1, Quoting.quoted(text)))
        }
        var end = position
        while end < source.count, source[end] != 0x0A { end += 1 }
        let text = String(decoding: source[start..<end], as: UTF8.self)
        // Fields may follow the title.
        let correction =
            text.contains(":") ? nil : Correction(start..<end, Quoting.quoted(text))
        throw LanguageError(
            .quoteInWord(text), at: position - 1..<position, correction: correction)
    }

    private mutating func readEscape() throws(LanguageError) {
        let byte = source[position + 1]
        if let escaped = QuotedText.byte(escapedAs: byte) {
            cooked.append(escaped)
        } else if byte != 0x0A, !isLenient {
            // The whole character after the backslash, which may be several bytes.
            var end = position + 2
            while end < source.count, source[end] & 0xC0 == 0x80 { end += 1 }
            let escape = String(decoding: source[position..<end], as: UTF8.self)
            throw LanguageError(.unknownEscape(escape), at: position..<end)
        }
        position += 2
    }

    /// Takes the operator at this position, if only a field's name precedes it.
    private mutating func readOperator(_ byte: UInt8) -> Bool {
        guard !isQuoted, !cannotBeName, let found = operatorAtPosition(byte) else { return false }
        guard Self.isName(cooked) else {
            // What is not a name now cannot become one.
            cannotBeName = true
            return false
        }
        position += found.rawValue.utf8.count
        mark = (found, cooked.count, position)
        return true
    }

    private func operatorAtPosition(_ byte: UInt8) -> Operator? {
        let isEqualNext = position + 1 < source.count && source[position + 1] == 0x3D
        switch byte {
        case 0x3A: return .set
        case 0x3D: return .equal
        case 0x7E: return .contains
        case 0x21: return isEqualNext ? .notEqual : nil
        case 0x3C: return isEqualNext ? .lessOrEqual : .less
        case 0x3E: return isEqualNext ? .greaterOrEqual : .greater
        default: return nil
        }
    }

    /// Appends the word, without the semicolons at the end of the command.
    private mutating func endWord() {
        let end = position
        if source[end - 1] == Self.semicolon, isEndOfCommand(end) {
            while position > wordStart, source[position - 1] == Self.semicolon {
                position -= 1
                cooked.removeLast()
            }
        }
        if position > wordStart { appendWord() }
        position = end
    }

    /// Whether only spaces and a comment follow.
    private func isEndOfCommand(_ index: Int) -> Bool {
        let next = source[index...].first { byte in
            byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != Self.carriageReturn
        }
        return next == nil || next == 0x23
    }

    private mutating func appendWord() {
        let span = wordStart..<position
        let hasSemicolon = source[position - 1] == Self.semicolon
        guard let mark else {
            let text = String(decoding: cooked, as: UTF8.self)
            tokens.append(
                Token(
                    .word, span, text: text, parts: bars.isEmpty ? [] : alternatives(0),
                    isQuoted: isQuoted,
                    endsCommand: hasSemicolon || !isQuoted && Self.joiningSigns.contains(text)))
            return
        }
        let nameEnd = wordStart + mark.cookedStart
        let name = String(decoding: cooked[..<mark.cookedStart], as: UTF8.self)
        let value = String(decoding: cooked[mark.cookedStart...], as: UTF8.self)
        let valueSpan = mark.sourceStart..<position
        let pair = Token.Pair(
            name: Spanned(name, wordStart..<nameEnd), operator: mark.operator,
            value: Spanned(value, valueSpan),
            parts: bars.isEmpty ? [] : alternatives(mark.cookedStart))
        tokens.append(Token(pair, span, isQuoted: isQuoted, endsCommand: hasSemicolon))
    }

    private func alternatives(_ valueStart: Int) -> [Spanned<String>] {
        var parts: [Spanned<String>] = []
        var cookedStart = valueStart
        var sourceStart = mark?.sourceStart ?? wordStart
        for bar in bars + [(cooked.count, position)] {
            let text = String(decoding: cooked[cookedStart..<bar.cooked], as: UTF8.self)
            parts.append(Spanned(text, sourceStart..<bar.source))
            cookedStart = bar.cooked + 1
            sourceStart = bar.source + 1
        }
        return parts
    }

    private func isEndOfLine(_ index: Int) -> Bool {
        index >= source.count || source[index] == 0x0A
            || (source[index] == Self.carriageReturn && index + 1 < source.count
                && source[index + 1] == 0x0A)
    }

    /// Whether bytes form a field's name: a letter, then letters, digits and dashes.
    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, (first | 0x20) &- 0x61 < 26 else { return false }
        return bytes.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D }
    }

    /// Whether a byte has no special meaning anywhere in a word.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80
    }

    /// The signs between two commands in other shells.
    private static let joiningSigns = ["&&", "||", "&", "|"]
    private static let semicolon: UInt8 = 0x3B
    private static let backslash: UInt8 = 0x5C
    private static let carriageReturn: UInt8 = 0x0D
}
