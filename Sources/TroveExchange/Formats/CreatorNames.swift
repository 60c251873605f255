import TroveModel

/// The notation of the creators in a cell.
enum CreatorNames: Sendable {
    /// One name, with the first name first.
    case one
    /// Names with commas between them.
    case commas
    /// Names with ` & ` between them, or else with commas.
    case ampersands
    /// `Le Guin, Ursula K.`; several with ` & `, `|` or `;` between them.
    case lastFirst

    /// Returns the names in a cell, each with the first name first.
    func names(in cell: ArraySlice<UInt8>) -> [String] {
        let text = CellText.line(cell)
        guard cell.contains(where: Self.separators.contains) else { return [text] }
        switch self {
        case .one: return Self.parts(of: text, at: [";"])
        case .commas: return Self.names(withCommas: text)
        case .ampersands:
            let parts = Self.parts(of: text, at: [" & "])
            guard parts.count == 1 else { return parts }
            // A comma may also be part of one name: `Brandt, Ada`.
            let names = Self.names(withCommas: text)
            return names.allSatisfy { $0.contains(" ") } ? names : parts
        case .lastFirst:
            return Self.parts(of: text, at: [" & ", "|", ";"]).map(CellText.firstNameFirst)
        }
    }

    /// The characters between names: `&`, `,`, `;` and `|`.
    private static let separators: [UInt8] = [0x26, 0x2C, 0x3B, 0x7C]

    /// Splits names at commas, but not before a suffix such as `Jr.`.
    private static func names(withCommas text: String) -> [String] {
        var names: [String] = []
        for part in parts(of: text, at: [","]) {
            if let last = names.last, suffixes.contains(part.lowercased()) {
                names[names.count - 1] = "\(last), \(part)"
            } else {
                names.append(part)
            }
        }
        return names
    }

    /// What follows a family name after a comma, in lower case.
    private static let suffixes: Set = [
        "jr.", "jr", "sr.", "sr", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d.", "esq.",
    ]

    /// Splits a text at any of these separators, and trims the parts.
    private static func parts(of text: String, at separators: [String]) -> [String] {
        guard separators.contains(where: text.contains) else { return [text] }
        var parts = [text[...]]
        for separator in separators {
            parts = parts.flatMap { $0.split(separator: separator) }
        }
        return parts.map { part in
            let rest = part.drop(while: \.isWhitespace)
            return String(
                rest.prefix(
                    upTo: rest.lastIndex { !$0.isWhitespace }
                        .map(rest.index(after:)) ?? rest.endIndex))
        }.filter { !$0.isEmpty }
    }
}
