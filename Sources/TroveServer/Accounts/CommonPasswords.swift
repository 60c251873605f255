/// The most common passwords, those of the allowed length only.
enum CommonPasswords {
    /// Returns whether a password is common, ignoring case, or repeats a single character.
    static func contains(_ password: String) -> Bool {
        let lowered = password.lowercased()
        guard let first = lowered.first else { return true }
        return all.contains(lowered) || lowered.allSatisfy { $0 == first }
    }

    private static let all: Set<String> = [
        "12341234", "12344321", "123123123", "1234567890", "123456789", "12345678", "123456789a",
        "1234qwer", "123qweasd", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "1qaz2wsx3edc", "87654321",
        "987654321", "9876543210", "a1234567", "a123456789", "aa123456", "abc12345", "abc123456",
        "abcd1234", "abcdefgh", "abcdefghi", "administrator", "asdasdasd", "asdfasdf", "asdfghjk",
        "asdfghjkl", "baseball", "basketball", "bismillah", "butterfly", "changeme", "charlie1",
        "chocolate", "computer", "correct horse battery staple", "correcthorsebatterystaple",
        "dragon123", "einstein", "football", "football1", "hello123", "helloworld", "iloveyou",
        "iloveyou1", "internet", "jennifer", "letmein1", "letmein123", "liverpool", "master123",
        "michelle", "midnight", "monkey123", "p@ssw0rd", "p@ssword", "pa$$word", "pass1234",
        "passw0rd", "password", "password!", "password0", "password1", "password12", "password123",
        "password1234", "password2", "passwort", "pokemon1", "princess", "princess1", "q1w2e3r4",
        "q1w2e3r4t5", "qazwsxedc", "qwer1234", "qwerasdf", "qwert123", "qwerty12", "qwerty123",
        "qwerty1234", "qwertyui", "qwertyuiop", "qwertzuiop", "sample123", "secret123", "shadow123",
        "spiderman", "starwars", "sunshine", "sunshine1", "superman", "superman1", "sweetheart",
        "test1234", "testtest", "treasure", "trovetrove", "trustno1", "troveserver", "victoria",
        "welcome1", "welcome123", "whatever", "zaq12wsx", "zxcvbnm1", "zxcvbnm123",
    ]
}
