/// `AccountRules.name` as a regular expression, which has no joiners at the edges of words.
///
/// It is the text of a JSON string. Characters above U+FFFF stand for themselves, because each
/// dialect of regular expressions has its own notation for them.
enum NamePattern {
    static let text = "^[\(blank)]*\(word)(?:[\(blank)]+\(word))*[\(blank)]*$"

    /// The pattern of `AccountRules.newEmail`: visible characters around one @.
    static let email = "^\(emailPart)@\(emailPart)$"
    private static let emailPart = "(?:[\(lowWithoutAt)]|[^\(notHigh)])+"
    private static let lowWithoutAt =
        #"\\u0021-\\u003f\\u0041-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff"#

    /// A word: after a letter above U+02FF or a variation selector, a joiner connects it to another
    /// one.
    private static let word = """
        (?:[\(low)]|[^\(notHigh)](?:[\(joiner)]\(joined))*)\
        (?:[\(low)]|\(joined)(?:[\(joiner)]\(joined))*)*
        """

    /// What a joiner connects.
    private static let joined = "(?:[^\(notHigh)]|[\(selector)])"
    private static let joiner = #"\\u200c\\u200d"#
    private static let blank = #"\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000"#
    private static let selector = #"\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f"# + "\u{E0100}-\u{E01EF}"

    /// Visible characters up to U+02FF.
    private static let low = #"\\u0021-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff"#

    /// All but visible characters above U+02FF: format characters, those that are ignored by
    /// default, separators, and what the other sets have.
    private static let notHigh =
        #"\\u0000-\\u02ff\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2"#
        + #"\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f"#
        + #"\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb"#
        + "\u{110BD}\u{110CD}\u{13430}-\u{1343F}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}"
        + "\u{E0000}-\u{E0FFF}"
}
