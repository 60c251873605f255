import TroveCodecs
import TroveModel

/// The words that name items.
extension LineHighlighter {
    /// Adds the words that name items: numbers, ranges, `it` and quoted titles, or one title.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - content: The items that are possible there.
    ///   - isBeforeNumber: Whether the last word may be a number that is not part of the items.
    mutating func addItems(
        _ words: ArraySlice<Token>, of content: Slot.Content, beforeNumber isBeforeNumber: Bool
    ) {
        let items = isBeforeNumber ? withoutNumber(words) : words
        let references = items.map { try? ArgumentReader.reference(in: $0) }
        guard items.contains(where: \.isQuoted) || references.allSatisfy({ $0 != nil }) else {
            return addTitle(items, of: content)
        }
        let isOther = isBeforeNumber && words.count == 1
        for (word, reference) in zip(items, references) {
            guard let reference else { continue }
            let isKnown = isKnown(reference, of: content)
            if isKnown == true {
                add(word.span, .value)
            } else if isKnown == false, !isTyped(word.span), word.isQuoted || !isOther {
                add(word.span, .unknownValue)
            } else if word.isQuoted {
                add(word.span, .string)
            }
        }
    }

    /// Returns the words without a page or a rating at their end.
    private func withoutNumber(_ words: ArraySlice<Token>) -> ArraySlice<Token> {
        guard words.count > 1, let last = words.last?.text.utf8.first,
            last.isDigit || last == UInt8(ascii: "+") || last == UInt8(ascii: "-"),
            title(words).map({ completer.source.isTitle($0.value) }) != true
        else { return words }
        return words.dropLast()
    }

    /// Adds words that are one title.
    private mutating func addTitle(_ words: ArraySlice<Token>, of content: Slot.Content) {
        guard let title = title(words) else { return }
        if completer.source.isTitle(title.value) {
            add(title.span, .value)
        } else if isKnown(.title(title.value), of: content) == false, !isTyped(title.span),
            !canPrecedeCondition(words)
        {
            add(title.span, .unknownValue)
        }
    }

    /// Returns the title that the words form together; nil if they cannot be one.
    private func title(_ words: ArraySlice<Token>) -> Spanned<String>? {
        guard let title = ArgumentReader.joined(words),
            title.value.utf8.contains(where: { !$0.isDigit && $0 != 0x2D && $0 != 0x20 })
        else { return nil }
        return title
    }

    /// Whether the words are a kind, after which `where` may follow.
    private func canPrecedeCondition(_ words: ArraySlice<Token>) -> Bool {
        guard words.count == 1, let word = words.first else { return false }
        return completer.kinds.index(of: word.text) != nil
    }

    /// The longest range of numbers that are looked up.
    private static let longestRange = 8

    /// Returns whether a reference names items; nil if that is not known.
    private func isKnown(_ reference: Reference, of content: Slot.Content) -> Bool? {
        let source = completer.source
        switch reference {
        case .number(let number):
            if source.kind(ofItem: number) != nil { return true }
            if case .formerItem = content { return nil }
            return false
        case .range(let range):
            let isFound = range.prefix(Self.longestRange).contains {
                source.kind(ofItem: $0) != nil
            }
            return isFound ? true : range.count > Self.longestRange ? nil : false
        case .it:
            return source.it.map { source.kind(ofItem: $0) != nil } ?? false
        case .title(let title):
            if source.isTitle(title) { return true }
            if case .records = content { return nil }
            return source.hasTitle(beginningWith: title) ? nil : false
        case .result(let number):
            return source.results.contains { $0.number == number }
        case .selection:
            return nil
        }
    }
}
