import TroveModel
import TroveWire

/// What the texts of an account may be.
enum AccountRules {
    /// The longest email address, in bytes (RFC 5321, 4.5.3.1.3, without the brackets).
    static let longestEmail = 254
    /// The longest name of a user or a device, in characters of Unicode.
    static let longestName = 100

    /// The address under which a user is known: upper and lower case are the same.
    ///
    /// - Throws: a refusal for what cannot be an address. Whether it is one, only its owner knows.
    static func email(_ text: String) throws(ServerRefusal) -> String {
        let folded = text.lowercased()
        let parts = folded.split(separator: "@", omittingEmptySubsequences: false)
        guard folded.utf8.count <= longestEmail, parts.count == 2, !parts[0].isEmpty,
            !parts[1].isEmpty,
            folded.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            })
        else { throw .badRequest("an email address looks like ann@example.org") }
        return folded
    }

    /// The name of a user or a device, without the blanks around it.
    static func name(_ text: String, of what: String) throws(ServerRefusal) -> String {
        var name = Substring(text)
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        guard !name.isEmpty, text.unicodeScalars.count <= longestName, isVisible(name) else {
            throw .badRequest(
                "the name of a \(what) must have 1 to \(longestName) characters, with no invisible ones"
            )
        }
        return String(name)
    }

    /// Whether a name has no control characters and nothing that changes the direction of a text or
    /// that nobody sees: two names that look alike must be alike. The joiners of emoji and of scripts
    /// that need them may stand inside, and so may the signs that choose a form of an emoji.
    private static func isVisible(_ name: Substring) -> Bool {
        let signs = Array(name.unicodeScalars)
        func needsJoiners(_ index: Int) -> Bool {
            signs.indices.contains(index) && signs[index].value > 0x2FF
                && !signs[index].properties.isDefaultIgnorableCodePoint
                || signs.indices.contains(index) && signs[index].properties.isVariationSelector
        }
        return signs.indices.allSatisfy { index in
            let properties = signs[index].properties
            switch signs[index].value {
            case 0x200C, 0x200D: return needsJoiners(index - 1) && needsJoiners(index + 1)
            default: break
            }
            switch properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
            default: break
            }
            return !properties.isDefaultIgnorableCodePoint
                || properties.isVariationSelector && index > 0
        }
    }

    /// Refuses a password that is too short, too long (in characters of Unicode) or among the commonest.
    static func check(password: String) throws(ServerRefusal) {
        let range = Limits.password
        guard range.contains(password.unicodeScalars.count) else {
            throw ServerRefusal(
                status: 400, code: ServerRefusal.Code.weakPassword,
                message:
                    "a password must have \(range.lowerBound) to \(range.upperBound) characters")
        }
        if CommonPasswords.contains(password) {
            throw ServerRefusal(
                status: 403, code: ServerRefusal.Code.weakPassword,
                message: "this password is too common; choose another")
        }
    }
}
