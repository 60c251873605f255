import TroveCodecs

extension Field {
    /// The maximum length of a text, in bytes of UTF-8.
    package static let longestText = 65_536

    /// Days that a date accepts by their names; see `RelativeDay`.
    package var namedDays: [String] {
        (isInPast ? ["today", "yesterday"] : ["today", "yesterday", "tomorrow"])
            + RelativeDay.weekdays
    }

    /// Examples of all forms of days that a date accepts by their names.
    package var examplesOfDays: [String] {
        isInPast
            ? ["today", "yesterday", "friday", "2 weeks ago"]
            : ["today", "yesterday", "tomorrow", "friday", "in 2 weeks"]
    }

    /// Whether a day of the week is the last one: the date says when something happened.
    private var looksBack: Bool {
        switch role {
        case .added, .started, .completed, .lentOn: true
        default: isInPast
        }
    }

    /// Parses the text that the user typed for this field.
    ///
    /// - Parameters:
    ///   - text: the text without quotes.
    ///   - today: the current date, for days such as `today` and `friday`.
    /// - Returns: the normalized value.
    /// - Throws: the rule that the text breaks.
    package func parse(
        _ text: String, today: @autoclosure () -> PartialDate
    ) throws(RuleViolation) -> Value {
        try parse(namesPeople ? PersonName.normalized(text) : text) { name in
            RelativeDay.day(named: name, today: today(), looksBack: looksBack)
        }
    }

    /// Parses a date, which may be in the future. Returns nil if the text is not a date.
    package func parseDate(_ text: String, today: PartialDate) -> PartialDate? {
        PartialDate(parsing: text)
            ?? RelativeDay.day(named: text.lowercased(), today: today, looksBack: looksBack)
    }

    /// Returns whether a text is a date, whatever the current one is.
    package func isDate(_ text: String) -> Bool {
        PartialDate(year: 2000, month: 1, day: 1).flatMap { parseDate(text, today: $0) } != nil
    }

    /// Parses a text for this field.
    ///
    /// - Parameters:
    ///   - text: the text without quotes.
    ///   - namedDay: returns the date for a lower-case name such as `today`; nil for other texts.
    /// - Returns: the normalized value.
    /// - Throws: the rule that the text breaks.
    package func parse(
        _ text: String, namedDay: (String) -> PartialDate?
    ) throws(RuleViolation) -> Value {
        func violation(_ rule: RuleViolation.Rule) -> RuleViolation {
            RuleViolation(field: name, value: text, rule: rule)
        }
        guard text.utf8.count <= Self.longestText else {
            throw RuleViolation(
                field: name, value: String(text.prefix(20)) + "…",
                rule: .isTooLong(limit: Self.longestText))
        }
        if text.hasNull { throw violation(.hasNull) }
        switch content {
        case .text, .choice:
            return .text(text)
        case .isbn:
            guard !text.isEmpty else { return .text(text) }
            guard let number = ISBN(parsing: text) else { throw violation(.notAnISBN) }
            return .text(number.thirteen)
        case .integer(let range):
            guard let number = Int(text), text.utf8.first != 0x2B else {
                throw violation(.notAWholeNumber(range))
            }
            guard range.contains(number) else { throw violation(.isOutside(range)) }
            return .integer(number)
        case .decimal(let range, let step):
            guard let number = FixedDecimal(parsing: text) else {
                throw violation(.notANumber(range))
            }
            guard range.contains(number) else { throw violation(.isOutsideDecimal(range)) }
            if let step, number.thousandths % step.thousandths != 0 {
                throw violation(.isBetweenSteps(step, in: range))
            }
            return .decimal(number)
        case .date:
            guard let date = PartialDate(parsing: text) ?? namedDay(text.lowercased()) else {
                throw violation(.notADate)
            }
            if isInPast, let today = namedDay("today"), date.span.lowerBound > today.packed {
                throw violation(.isInFuture)
            }
            return .date(date)
        case .month:
            guard let month = Month(parsing: text) else { throw violation(.notAMonth) }
            return .month(month)
        case .ladder(let ladder):
            guard let rung = ladder.index(of: text) else { throw violation(.unknownState(ladder)) }
            return .text(ladder.rungs[rung].name)
        case .set:
            guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw violation(.hasControlCharacter)
            }
            return .set(Self.names(in: text))
        }
    }

    /// Returns the names between the commas, sorted, without repetitions regardless of case.
    private static func names(in text: String) -> [String] {
        var seen: Set<[UInt8]> = []
        // Splits by scalars: a combining mark after a comma belongs to the name.
        let names = text.unicodeScalars.split(separator: ",").map { String($0.trimmed) }
        return names.filter { !$0.isEmpty && seen.insert(Folding.name($0)).inserted }.sorted()
    }
}

extension String {
    /// Whether one of the bytes is zero.
    fileprivate var hasNull: Bool {
        let bytes = utf8.span
        var place = 0
        while place + 8 <= bytes.count {
            if EightBytes.zeros(EightBytes.load(bytes, at: place)) != 0 { return true }
            place += 8
        }
        while place < bytes.count {
            if bytes[place] == 0 { return true }
            place += 1
        }
        return false
    }
}
