/// Random codes that people read, say and type.
enum TypableCode {
    /// 31 letters and digits that are hard to confuse.
    static let signs = Array("23456789abcdefghjkmnpqrstuvwxyz")
    /// The number of characters in a group.
    static let groupLength = 4

    /// Reads a code.
    ///
    /// - Parameters:
    ///   - typed: the code as a user typed it, in any case, with or without hyphens and blanks.
    ///   - groups: the number of its groups.
    /// - Returns: the code as it is shown; nil if it is malformed.
    static func text(typed: String, groups: Int) -> String? {
        let typed = typed.lowercased().filter { $0 != "-" && !$0.isWhitespace }
        guard typed.count == groups * groupLength, typed.allSatisfy(signs.contains) else {
            return nil
        }
        var (text, rest) = ("", typed[...])
        while !rest.isEmpty {
            text += (text.isEmpty ? "" : "-") + rest.prefix(groupLength)
            rest = rest.dropFirst(groupLength)
        }
        return text
    }

    /// Returns groups of random characters, joined by hyphens. A group has almost 20 bits.
    static func text(groups: Int, using random: inout some RandomNumberGenerator) -> String {
        var text = ""
        for index in 0..<groups * groupLength {
            if index > 0, index % groupLength == 0 { text += "-" }
            text.append(signs[Int.random(in: signs.indices, using: &random)])
        }
        return text
    }
}
