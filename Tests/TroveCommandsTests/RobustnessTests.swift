import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// For any input, parsing and completion terminate, and report positions within the line.
@Suite struct RobustnessTests {
    private static func check(_ line: String, _ hint: String) {
        let count = line.utf8.count
        let comment = Comment(rawValue: "\(line.debugDescription)\n\(hint)")
        do throws(LanguageError) {
            _ = try CommandTable.parse(line, in: Spelling.context)
            if case .complete(let tokens) = try Lexer.tokens(of: line) {
                var end = 0
                for token in tokens {
                    #expect(token.span.lowerBound >= end && !token.span.isEmpty, comment)
                    end = token.span.upperBound
                    guard let pair = token.pair else { continue }
                    #expect(token.span.contains(pair.name.span.lowerBound), comment)
                    #expect(pair.value.span.upperBound == token.span.upperBound, comment)
                }
                #expect(end <= count, comment)
            }
        } catch {
            #expect(error.span.lowerBound >= 0 && error.span.upperBound <= count, comment)
            #expect(isBoundary(error.span.lowerBound, of: line), comment)
            #expect(isBoundary(error.span.upperBound, of: line), comment)
            guard let correction = error.correction else { return }
            #expect(
                correction.span.lowerBound >= 0 && correction.span.upperBound <= count, comment)
            #expect(isBoundary(correction.span.lowerBound, of: line), comment)
            #expect(isBoundary(correction.span.upperBound, of: line), comment)
            #expect(correction.applied(to: line) != line, comment)
        }
    }

    /// Whether an offset is not inside a character's bytes.
    private static func isBoundary(_ offset: Int, of line: String) -> Bool {
        let bytes = Array(line.utf8)
        return offset >= bytes.count || bytes[offset] & 0xC0 != 0x80
    }

    @Test func randomTexts() throws {
        try SeededRandom.run { random in
            for _ in 0..<4000 {
                Self.check(
                    RandomText.next(using: &random) + RandomText.next(using: &random), random.hint)
            }
        }
    }

    @Test func randomBytes() throws {
        try SeededRandom.run { random in
            for _ in 0..<3000 {
                let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    UInt8(truncatingIfNeeded: random.next())
                }
                Self.check(String(decoding: bytes, as: UTF8.self), random.hint)
            }
        }
    }

    @Test func randomCommands() throws {
        try SeededRandom.run { random in
            for _ in 0..<6000 { Self.check(RandomText.line(using: &random), random.hint) }
        }
    }

    @Test func randomCompletions() throws {
        try SeededRandom.run { random in
            let completer = Completer(
                CommandTable.vocabulary, kinds: .standard, currentKind: 0, source: SampleSource())
            for _ in 0..<3000 {
                let line = RandomText.line(using: &random)
                var cursor = Int.random(in: 0...line.utf8.count, using: &random)
                while !Self.isBoundary(cursor, of: line) { cursor -= 1 }
                let result = completer.complete(line, at: cursor)
                let comment = Comment(
                    rawValue: "\(line.debugDescription) at \(cursor)\n\(random.hint)")
                #expect(result.replaced.upperBound <= cursor, comment)
                #expect(result.suggestions.count <= Completer.limit, comment)
                #expect(result.total >= result.suggestions.count, comment)
            }
        }
    }
}
