import TroveModel

/// Numbers as people write them and spreadsheets show them.
extension CellText {
    /// Parses a number with a minus sign, a currency, a percent sign, or separators between groups
    /// of three digits, and returns its thousandths; nil for anything else.
    ///
    /// Of two different separators, the last one begins the decimals, and a single one does, too.
    /// If three digits follow a single one, a comma in an amount of money divides groups, and a
    /// point may mean either, so the amount is not understood.
    static func amount(_ cell: ArraySlice<UInt8>) -> Int? {
        Amount(line(cell))?.thousandths(isWhole: false)
    }

    /// Parses a whole number like `amount`. A single comma that three digits follow divides groups.
    static func wholeAmount(_ cell: ArraySlice<UInt8>) -> Int? {
        let thousandths = Amount(line(cell))?.thousandths(isWhole: true)
        return thousandths.flatMap { $0 % 1000 == 0 ? $0 / 1000 : nil }
    }
}

/// The digits of a number, and what stands between them.
private struct Amount {
    private let isNegative: Bool
    private let isMoney: Bool
    private let runs: [Substring]
    private let separators: [Character]

    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var rest = Self.trimmed(text[...])
        var isNegative = Self.removeSign(from: &rest)
        var isMoney = false
        // A currency may be on either side, and the sign may follow it: `-$5`, `$-5`, `5 EUR`.
        if let currency = Self.currency(at: rest) {
            rest = Self.trimmed(rest.dropFirst(currency))
            isMoney = true
            isNegative = Self.removeSign(from: &rest) || isNegative
        }
        if rest.last == "%" {
            guard !isMoney else { return nil }
            rest = Self.trimmed(rest.dropLast())
        } else if let digit = rest.lastIndex(where: \.isASCIIDigit) {
            let end = Self.trimmed(rest[rest.index(after: digit)...])
            if !end.isEmpty {
                guard !isMoney, Self.isCurrency(end) else { return nil }
                rest = rest[...digit]
                isMoney = true
            }
        }
        self.isNegative = isNegative
        self.isMoney = isMoney
        separators = rest.filter { !$0.isASCIIDigit }.map { Self.spaces.contains($0) ? " " : $0 }
        runs = rest.split(omittingEmptySubsequences: false) { !$0.isASCIIDigit }
        guard runs.allSatisfy({ !$0.isEmpty }),
            separators.allSatisfy({ $0 == " " || Self.signs.contains($0) })
        else { return nil }
    }

    func thousandths(isWhole: Bool) -> Int? {
        var groups = runs
        var decimals: Substring = ""
        if let last = separators.last, Self.decimalSigns.contains(last),
            !separators.dropLast().contains(last)
        {
            let mayBeGroup = separators.count == 1 && runs[1].count == 3 && runs[0] != "0"
            if mayBeGroup, isMoney, last == "." { return nil }
            if !mayBeGroup || !(isWhole || isMoney) || last == "." {
                decimals = groups.removeLast()
            }
        }
        guard Set(separators.prefix(groups.count - 1)).count <= 1,
            groups.count == 1 || groups[0].count <= 3,
            groups.dropFirst().allSatisfy({ $0.count == 3 }),
            let whole = Int(groups.joined()), whole < 1_000_000_000
        else { return nil }
        while decimals.count > 3, decimals.last == "0" { decimals.removeLast() }
        guard decimals.count <= 3 else { return nil }
        let padded = decimals + String(repeating: "0", count: 3 - decimals.count)
        guard let fraction = Int(padded) else { return nil }
        return (whole * 1000 + fraction) * (isNegative ? -1 : 1)
    }

    private static let longest = 40
    private static let spaces: Set<Character> = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]
    private static let decimalSigns: Set<Character> = [".", ","]
    private static let signs: Set<Character> = [".", ",", "'", "’"]
    /// Codes of currencies (ISO 4217). Any other three capitals may be a unit or a month.
    private static let codes: Set<Substring> = [
        "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EUR", "GBP", "HKD",
        "HUF",
        "IDR", "ILS", "INR", "ISK", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON",
        "RSD",
        "RUB", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VND", "ZAR",
    ]
    /// Currencies that are written in letters, but not as codes.
    private static let currencies: Set<Substring> = ["kr", "kr.", "zł", "Kč", "Ft", "lei", "Fr."]

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, spaces.contains(first) { text.removeFirst() }
        while let last = text.last, spaces.contains(last) { text.removeLast() }
        return text
    }

    private static func removeSign(from text: inout Substring) -> Bool {
        guard let first = text.first, first == "-" || first == "−" else { return false }
        text = trimmed(text.dropFirst())
        return true
    }

    /// Returns the length of the currency at the beginning of a text; nil if the text does not
    /// begin with one.
    private static func currency(at text: Substring) -> Int? {
        let sign = text.prefix { !$0.isASCIIDigit && !spaces.contains($0) && $0 != "-" }
        return isCurrency(sign) ? sign.count : nil
    }

    /// Returns whether a text is a currency: `€`, `US$`, `EUR`.
    private static func isCurrency(_ text: Substring) -> Bool {
        if currencies.contains(text) { return true }
        let letters = text.prefix { ("A"..."Z").contains($0) }
        let rest = text.dropFirst(letters.count).unicodeScalars
        if rest.isEmpty { return codes.contains(text) }
        return letters.count <= 3 && rest.count == 1
            && rest.allSatisfy { $0.properties.generalCategory == .currencySymbol }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
