import Testing
import TroveTesting

/// UTF-8 text in any locale: libedit drops what the locale cannot decode.
@Suite(.timeLimit(.minutes(20))) struct EncodingTests {
    struct Locale: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let variables: [String: String]
    }

    static let locales = [
        Locale(testDescription: "LANG=C", variables: ["LANG": "C"]),
        Locale(testDescription: "LC_ALL=POSIX", variables: ["LC_ALL": "POSIX"]),
        Locale(testDescription: "none", variables: [:]),
        Locale(testDescription: "not installed", variables: ["LC_ALL": "tlh_AQ.KOI8-R"]),
        Locale(testDescription: "C.UTF-8", variables: ["LC_ALL": "C.UTF-8"]),
    ]
    static let titles = ["三体", "łódź", "😀", "Bjørnson & Ćma", "ひらがな", "Ночь"]

    @Test(arguments: locales) func keepsEveryByte(_ locale: Locale) throws {
        var trove = try Trove()
        trove.environment["LANG"] = nil
        trove.environment.merge(locale.variables) { _, given in given }
        let session = try trove.openTrove()
        for (index, title) in Self.titles.enumerated() {
            #expect(
                try session.run("add book \(title)") == ["Added book \(index + 1): \(title)"])
        }
        let list = try session.run("list columns:title")
        #expect(
            list.suffix(Self.titles.count)
                == Self.titles.enumerated().map {
                    "\($0.offset + 1)  \($0.element)"
                }[...])
        try session.press(.ctrl("d"))
        try session.waitForExit()
        #expect(session.terminal.unknownSequences == [])

        let json = try trove.json()
        for title in Self.titles { #expect(json.contains("\"title\":\"\(title)\"")) }
        #expect(try trove.historyLines().first == "add book 三体")
        let folder = "home/.local/share/trove/library.db"
        let stored = try [folder, folder + "-wal"].filter { trove.scratch.exists($0) }
            .flatMap { try trove.scratch.readBytes($0) }
        let text = String(decoding: stored, as: UTF8.self)
        for title in Self.titles { #expect(text.contains(title), "not in the file: \(title)") }
    }

    struct Character: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
    }

    /// Backspace deletes one user-perceived character, and the screen agrees.
    @Test(arguments: [
        Character(testDescription: "ASCII", text: "q"),
        Character(testDescription: "wide", text: "三"),
        Character(testDescription: "composed accent", text: "ł"),
        Character(testDescription: "combining accent", text: "x\u{301}"),
        Character(testDescription: "two combining marks", text: "q\u{301}\u{323}"),
        Character(testDescription: "emoji", text: "😀"),
        Character(testDescription: "skin tone", text: "👍🏽"),
        Character(testDescription: "flag", text: "🇵🇱"),
        Character(testDescription: "family", text: "👩\u{200D}👩\u{200D}👧"),
        Character(testDescription: "heart with a selector", text: "❤\u{FE0F}"),
        Character(testDescription: "jamo", text: "\u{1112}\u{1161}\u{11AB}"),
    ])
    func backspaceDeletesOneCharacter(_ character: Character) throws {
        let session = try Trove().openTrove()
        try session.typeOut("echo 体a")
        let before = session.cursor
        try session.type(character.text + "b")
        try session.waitUntil("the letter behind it") { $0.textBeforeCursor.hasSuffix("b") }
        try session.press(.backspace, .backspace)
        try session.waitUntil("the cursor where it was") {
            $0.cursor == before && $0.textBeforeCursor.hasSuffix("echo 体a")
        }
        #expect(session.row(session.cursor.row).hasSuffix("echo 体a"))
        try session.type("z")
        try session.waitUntil(cursorFollows: "echo 体az")
        #expect(try session.submit() == ["体az"])
    }

    /// The arrow keys move over whole characters.
    @Test func arrowsMoveOverWholeCharacters() throws {
        let session = try Trove().openTrove()
        try session.type("echo 三👍🏽x\u{301}")
        // libedit does not draw a mark without a cell, but the line contains it.
        try session.waitUntil("the letter of the mark") {
            $0.textBeforeCursor.hasSuffix("👍🏽x") || $0.textBeforeCursor.hasSuffix("x\u{301}")
        }
        try session.press(.left)
        try session.type("1")
        try session.press(.left, .left)
        try session.type("2")
        try session.press(.left, .left)
        try session.type("3")
        try session.press(.end)
        try session.waitUntil("the cursor at the end") {
            $0.textBeforeCursor.hasSuffix("1x") || $0.textBeforeCursor.hasSuffix("1x\u{301}")
        }
        #expect(try session.submit() == ["3三2👍🏽1x\u{301}"])
    }

    /// An incomplete emoji at the end is stripped, not shown as garbage.
    @Test func deletingPartOfAnEmojiLeavesNoJoiner() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.enter("add book Two 👩\u{200D}👩\u{200D}")
        try session.waitUntil(shows: "Added book 1")
        try session.waitForTrove()
        let json = try trove.json()
        #expect(json.contains("\"title\":\"Two 👩\u{200D}👩\""))
    }
}
