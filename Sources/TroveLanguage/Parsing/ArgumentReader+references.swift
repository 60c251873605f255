import TroveCodecs
import TroveModel

extension ArgumentReader {
    /// Reads words as references: a condition after `where`; or numbers, ranges, `it` and quoted
    /// titles each on their own, all other words together as one title.
    package func references(
        _ words: [Token]
    ) throws(LanguageError) -> [Spanned<Reference>] {
        guard !words.isEmpty else { throw missing(.reference) }
        if let selection = try selection(in: words) {
            return [Spanned(.selection(selection.value), selection.span)]
        }
        if let error = strayField(in: words) { throw error }
        var references: [Spanned<Reference>] = []
        var title: [Token] = []
        var badRange: LanguageError?
        for word in words {
            do throws(LanguageError) {
                if let reference = try Self.reference(in: word) {
                    references.append(Spanned(reference, word.span))
                } else {
                    title.append(word)
                }
            } catch {
                badRange = badRange ?? error
            }
        }
        // A title may contain numbers, quotes and what looks like a range, as in `The War 1939-45`;
        // then all words form the title.
        if let text = Self.joined(words), !title.isEmpty,
            title.count == words.count
                || !words.contains(where: \.isQuoted)
        {
            return [Spanned(.title(text.value), text.span)]
        }
        if let badRange { throw badRange }
        // The consecutive words of a title.
        if let first = title.first, let start = words.firstIndex(where: { $0 === first }),
            let text = Self.joined(
                zip(words[start...], title).prefix { $0 === $1 }.map { $0.0 })
        {
            throw LanguageError(.unexpected(text.value, verb: verb.name), at: text.span)
        }
        return references
    }

    /// Returns the error for the first `field:value` or comparison among words that name items; nil
    /// if there is none. A title that contains one must be quoted.
    private func strayField(in words: [Token]) -> LanguageError? {
        func isField(_ word: Token) -> Bool {
            guard let pair = word.pair, !pair.value.span.isEmpty else { return false }
            // A short name may be a word of the title.
            return context.kinds.all.contains { $0.index(ofField: pair.name.value) != nil }
        }
        guard let stray = words.first(where: isField) else { return nil }
        let hasKind = words.first.map { context.kinds.index(of: $0.text) != nil } ?? false
        let isCondition = words.dropFirst(hasKind ? 1 : 0).allSatisfy {
            isField($0) && $0.compares
        }
        guard isCondition else { return unexpected(stray) }
        let start = stray.span.lowerBound
        return LanguageError(
            .missingWhere(verb: verb.name), at: stray.span,
            correction: Correction(start..<start, "where "))
    }

    /// Reads words that are one reference.
    package func oneReference(_ words: [Token]) throws(LanguageError) -> Spanned<Reference> {
        let references = try references(words)
        guard let reference = references.first, references.count == 1, !reference.value.isRange
        else {
            let second = references.dropFirst().first ?? references.first
            throw LanguageError(.severalItems(verb: verb.name), at: second?.span ?? 0..<0)
        }
        return reference
    }

    /// Returns the reference that a word is; nil for a word of a title.
    static func reference(in word: Token) throws(LanguageError) -> Reference? {
        if word.isQuoted { return .title(word.text) }
        if word.text == "it" { return .it }
        if let result = word.resultNumber { return .result(result) }
        let bytes = word.text.utf8
        guard bytes.first?.isDigit == true, bytes.last?.isDigit == true,
            bytes.allSatisfy({ $0.isDigit || $0 == 0x2D })
        else { return nil }
        let parts = word.text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.count == numbers.count, parts.count <= 2 else { return nil }
        if numbers.count == 1 { return .number(ItemNumber(numbers[0])) }
        guard numbers[0] <= numbers[1], numbers[1] - numbers[0] < 1_000_000 else {
            throw LanguageError(.badRange(word.text), at: word.span)
        }
        return .range(ItemNumber(numbers[0])...ItemNumber(numbers[1]))
    }
}

extension Token {
    /// The number in `r2`.
    fileprivate var resultNumber: Int? {
        guard text.utf8.first == 0x72, text.utf8.count <= 7,
            text.utf8.dropFirst().allSatisfy(\.isDigit)
        else { return nil }
        return Int(text.dropFirst())
    }
}
