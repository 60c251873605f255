import TroveCodecs

/// A month of the year, without a year: the month of a birthstone.
package enum Month: Int, Sendable, CaseIterable {
    case january = 1, february, march, april, may, june
    case july, august, september, october, november, december

    /// The English name, with a capital.
    package var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Reads a name, a beginning of one that is at least three letters long, or a number 1 to 12.
    package init?(parsing text: String) {
        if let number = Int(text), text.utf8.allSatisfy(\.isDigit) {
            self.init(rawValue: number)
            return
        }
        let typed = text.lowercased()
        guard typed.utf8.count >= 3,
            let month = Self.allCases.first(where: { "\($0)".hasPrefix(typed) })
        else { return nil }
        self = month
    }
}
