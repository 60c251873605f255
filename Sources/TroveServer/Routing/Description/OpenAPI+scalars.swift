import TroveWire

extension OpenAPI {
    /// The JSON Schemas of the types that messages and parameters share.
    static let scalars: [(name: String, schema: String)] = [
        (
            "id",
            """
            {"type":"string",
            "pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-\
            [0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"}
            """
        ),
        (
            "sha256",
            """
            {"type":"string","pattern":"^[0-9a-f]{64}$"}
            """
        ),
        (
            "mark",
            """
            {"type":"string","pattern":"^[0-9a-fA-F]{1,16}$"}
            """
        ),
        (
            "sequence",
            """
            {"type":"integer","minimum":0,"maximum":\(limit + 1)}
            """
        ),
        (
            "limit",
            """
            {"type":"integer","minimum":1,"maximum":\(Limits.page)}
            """
        ),
        (
            "wait",
            """
            {"type":"integer","minimum":0,"maximum":\(Limits.wait)}
            """
        ),
        (
            "epoch",
            """
            {"type":"string","pattern":"^[0-9A-Za-z_-]{1,200}$"}
            """
        ),
        (
            "name",
            """
            {"type":"string","maxLength":\(AccountRules.longestName),
            "description":"not blank, without control, invisible or bidirectional characters",
            "pattern":"\(NamePattern.text)"}
            """
        ),
        (
            "email",
            """
            {"type":"string","maxLength":\(AccountRules.longestEmail),
            "pattern":"^[^@\\\\s\(control)]+@[^@\\\\s\(control)]+$"}
            """
        ),
        (
            "newEmail",
            """
            {"type":"string","maxLength":\(AccountRules.longestEmail),
            "description":"an email without control, invisible or bidirectional characters",
            "pattern":"\(NamePattern.email)"}
            """
        ),
        (
            "password",
            """
            {"type":"string","minLength":\(Limits.password.lowerBound),
            "maxLength":\(Limits.password.upperBound),"description":"must not be a common password"}
            """
        ),
        (
            "moment",
            """
            {"type":"integer","minimum":\(-limit),"maximum":\(limit),
            "description":"milliseconds since 1970-01-01T00:00:00Z"}
            """
        ),
        (
            "fields",
            """
            {"type":"object","description":"field names and their values"}
            """
        ),
    ]

    /// The largest integer that every JSON parser reads exactly.
    private static let limit = 1 << 53 - 1
    /// The characters that names must not contain, for a character class.
    private static let control = #"\\u0000-\\u001f\\u007f-\\u009f"#
}
