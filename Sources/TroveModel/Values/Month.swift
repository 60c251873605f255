import TroveCodecs

/// A month without a year, such as that of a birthstone.
package enum Month: Int, Sendable, CaseIterable {
    case january = 1, february, march, april, may, june
    case july, august, september, october, november, december

    /// The English name, capitalized.
    package var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Parses a name, a prefix of at least three letters, or a number from 1 to 12.
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
