import Testing
import TroveCodecs
import TroveTesting

/// The digest of NIST's examples and at every block boundary.
@Suite struct SHA256Tests {
    static let vectors: [Case<String, String>] = [
        .init("nothing", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        .init(
            "one block", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        .init(
            "two blocks", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        .init(
            "more than a block",
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
        .init(
            "a million", String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        .init(
            "55 bytes", String(repeating: "a", count: 55),
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        .init(
            "56 bytes", String(repeating: "a", count: 56),
            "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        .init(
            "64 bytes", String(repeating: "a", count: 64),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ]

    @Test(arguments: vectors) func isCorrect(_ row: Case<String, String>) throws {
        let digest = SHA256(of: Array(row.input.utf8))
        #expect(digest.description == row.expected)
        #expect(SHA256(row.expected) == digest)
    }

    @Test(arguments: [
        "", "ba78", String(repeating: "a", count: 63), String(repeating: "g", count: 64),
        String(repeating: "A", count: 64), String(repeating: "é", count: 32),
    ])
    func parsesOnlyItsWrittenForm(_ text: String) {
        #expect(SHA256(text) == nil)
    }
}
