import TroveModel
import TroveWire

/// The rules for the texts of an account.
enum AccountRules {
    /// The longest email address, in Unicode scalars. RFC 5321 (4.5.3.1.3) allows as many bytes.
    static let longestEmail = 254
    /// The longest name of a user or a device, in Unicode scalars.
    static let longestName = 100

    /// Returns an email address in lowercase, the form that identifies the account.
    ///
    /// - Throws: a refusal if it cannot be an address. It does not check that the address exists.
    static func email(_ text: String) throws(ServerRefusal) -> String {
        let folded = text.lowercased()
        // By scalars, because a character can be an @ with a mark above it.
        let parts = folded.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard text.unicodeScalars.count <= longestEmail, parts.count == 2, !parts[0].isEmpty,
            !parts[1].isEmpty,
            folded.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            })
        else { throw .badRequest("an email address looks like ann@example.org") }
        return folded
    }

    /// Returns the email of a new account in lowercase. The operator tells accounts apart by email,
    /// so it must not contain characters that are invisible or change the order of others.
    ///
    /// - Throws: a refusal if it cannot be an address.
    static func newEmail(_ text: String) throws(ServerRefusal) -> String {
        guard text.unicodeScalars.allSatisfy({ isVisible($0) }) else {
            throw .badRequest("an email address must not have invisible characters")
        }
        return try email(text)
    }

    /// Returns the trimmed name of a user or a device. `what` names it in the refusal.
    static func name(_ text: String, of what: String) throws(ServerRefusal) -> String {
        // By scalars, because a character can be a blank with a mark above it.
        var name = text.unicodeScalars[...]
        while name.first?.properties.isWhitespace == true { name.removeFirst() }
        while name.last?.properties.isWhitespace == true { name.removeLast() }
        guard !name.isEmpty, text.unicodeScalars.count <= longestName, isVisible(text) else {
            throw .badRequest(
                "the name of a \(what) must have 1 to \(longestName) characters, none invisible"
            )
        }
        return String(name)
    }

    /// Returns whether a name has no control, bidirectional or invisible characters, so two names
    /// that look equal are equal. Joiners and variation selectors are allowed inside, where emoji
    /// and some scripts need them. `NamePattern.text` is the same rule as a pattern.
    private static func isVisible(_ name: String) -> Bool {
        let scalars = Array(name.unicodeScalars)
        return scalars.indices.allSatisfy { isVisible(scalars, at: $0) }
    }

    /// Returns whether a character of a text is visible, or changes how its neighbors look.
    static func isVisible(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        func joins(_ index: Int) -> Bool {
            guard scalars.indices.contains(index) else { return false }
            let properties = scalars[index].properties
            return properties.isVariationSelector
                || scalars[index].value > 0x2FF && !properties.isDefaultIgnorableCodePoint
                    && !properties.isWhitespace
        }
        switch scalars[index].value {
        case 0x200C, 0x200D: return joins(index - 1) && joins(index + 1)
        default: break
        }
        if scalars[index].properties.isVariationSelector {
            return index > 0 && !scalars[index - 1].properties.isWhitespace
        }
        return isVisible(scalars[index])
    }

    /// Returns whether a character is visible by itself, or a space.
    private static func isVisible(_ sign: Unicode.Scalar) -> Bool {
        switch sign.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: !sign.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Throws a refusal for a password that is too short, too long (in characters) or too common.
    static func check(password: String) throws(ServerRefusal) {
        guard Limits.password.contains(password.unicodeScalars.count) else {
            throw .passwordLength
        }
        if CommonPasswords.contains(password) {
            throw ServerRefusal(
                status: 403, code: ServerRefusal.Code.weakPassword,
                message: "this password is too common; choose another")
        }
    }
}
