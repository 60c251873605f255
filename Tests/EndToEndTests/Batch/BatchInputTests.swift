import Testing
import TroveTesting

/// The encodings and line ends of scripts.
@Suite(.timeLimit(.minutes(20))) struct BatchInputTests {
    /// A script and its output.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        let output: String

        var testDescription: String { name }
    }

    static let texts = [
        Case(name: "CRLF", script: "echo a\r\necho b\r\n", output: "a\nb\n"),
        Case(name: "CRLF without the last", script: "echo a\r\necho b", output: "a\nb\n"),
        Case(name: "a lone carriage return at the end", script: "echo a\r", output: "a\n"),
        Case(
            name: "CRLF in a continued command", script: "echo a \\\r\n  b\r\necho c\r\n",
            output: "a b\nc\n"),
        Case(
            name: "CRLF inside quotes", script: "echo \"a\r\nb\"\r\n", output: "a\nb\n"),
        Case(name: "a byte-order mark", script: "\u{FEFF}echo a\n", output: "a\n"),
        Case(name: "a byte-order mark and CRLF", script: "\u{FEFF}echo a\r\n", output: "a\n"),
        Case(name: "a byte-order mark alone", script: "\u{FEFF}", output: ""),
        Case(
            name: "a byte-order mark before a comment", script: "\u{FEFF}# a\necho b\n",
            output: "b\n"),
        Case(name: "no final newline", script: "echo a\necho b", output: "a\nb\n"),
        Case(name: "only newlines", script: "\n\n\n", output: ""),
        Case(name: "blanks around", script: "  \t echo a \t \n", output: "a\n"),
        Case(name: "a backslash continues", script: "echo a \\\n  b \\\n c\n", output: "a b c\n"),
        Case(
            name: "a backslash before a comment", script: "echo a \\\n# b\necho c\n",
            output: "a\nc\n"),
        Case(
            name: "a backslash in a comment ends nothing", script: "# a \\\necho b\n",
            output: "b\n"),
        Case(
            name: "an open quote continues", script: "echo \"a\n\n  b # c\"\necho d\n",
            output: "a\n\n  b # c\nd\n"),
        Case(
            name: "an open single quote continues", script: "echo 'a\n\\n\"b'\necho d\n",
            output: "a\n\\n\"b\nd\n"),
        Case(
            name: "an apostrophe in a word opens nothing", script: "echo Ender's\necho b\n",
            output: "Ender's\nb\n"),
        Case(name: "a quote in the middle", script: "echo a\"b c\"d\n", output: "ab cd\n"),
        Case(name: "escapes", script: #"echo "a\tb\\c\"d\ne""# + "\n", output: "a\tb\\c\"d\ne\n"),
        Case(name: "no escapes in single quotes", script: #"echo 'a\tb'"#, output: "a\\tb\n"),
        Case(name: "a comment behind a command", script: "echo a # b\n", output: "a\n"),
        Case(name: "a number sign in a word", script: "echo C# a#b\n", output: "C# a#b\n"),
        Case(name: "a number sign in quotes", script: "echo '#' \"# a\"\n", output: "# # a\n"),
    ]

    @Test(arguments: texts)
    func readsText(_ wanted: Case) throws {
        let run = try Trove().run(wanted.script)
        #expect(run.text == wanted.output)
        #expect(run.errorText == "")
        #expect(run.status == .success)
    }

    @Test(arguments: texts)
    func aFileReadsLikeStandardInput(_ wanted: Case) throws {
        let trove = try Trove()
        try trove.scratch.write(wanted.script, to: "work/a.trove")
        #expect(try trove.program.run(["a.trove"]).requiring().text == wanted.output)
        #expect(try trove.program.run(["-c", "source a.trove"]).requiring().text == wanted.output)
    }

    /// Invalid UTF-8 in the middle of a title.
    static let malformed: [(name: String, bytes: [UInt8])] = [
        ("a lone continuation", [0x80]),
        ("a byte that is never used", [0xFF]),
        ("Latin-1", [0xE9]),
        ("an overlong slash", [0xC0, 0xAF]),
        ("a surrogate", [0xED, 0xA0, 0x80]),
        ("above the last scalar", [0xF4, 0x90, 0x80, 0x80]),
        ("cut short", [0xF0, 0x9F, 0x98]),
    ]

    @Test(arguments: malformed)
    func refusesALineThatIsNotUTF8(_ name: String, _ bytes: [UInt8]) throws {
        let trove = try Trove()
        let script =
            Array("add book One\nadd book \"Tw".utf8) + bytes
            + Array("o\"\nadd book Three\n".utf8)
        let run = try trove.program.run(input: .bytes(script))
        #expect(run.status == .exited(1))
        #expect(run.text == "Added book 1: One\nAdded book 2: Three\n")
        #expect(run.errorText.hasPrefix("-:2:13: error: this line is not UTF-8\n"))
        #expect(run.errorText.hasSuffix("\n1 of 3 commands failed\n"))
        #expect(!run.errors.contains { $0 == 0xFF || $0 == 0xC0 })
        #expect(
            try trove.run("list columns:title").text
                == "2 books\n#  title\n1  One\n2  Three\n")
    }

    @Test func aMalformedLineInQuotesIsDropped() throws {
        let trove = try Trove()
        let script = Array("add book \"One\nTw".utf8) + [0xFF] + Array("o\nThree\"\necho b\n".utf8)
        let run = try trove.program.run(input: .bytes(script))
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains(":2:3: error: this line is not UTF-8\n"))
        #expect(try trove.run("count").text == "0\n")
    }

    /// The rest of a command that is invalid is no command of its own.
    @Test(arguments: [
        ("note 1 \"one\nbad ", "\ndelete 1 --yes\nend\"\n"),
        ("note 1 \"bad ", "\ndelete 1 --yes\nend\"\n"),
        ("note 1 bad ", " \\\ndelete 1 --yes\n"),
    ])
    func noPartOfAMalformedCommandRuns(_ before: String, _ after: String) throws {
        let trove = try Trove()
        try trove.prepare("add book One")
        let script = Array(before.utf8) + [0xFF] + Array((after + "echo b\n").utf8)
        let run = try trove.program.run(input: .bytes(script))
        #expect(run.status == .exited(1))
        #expect(run.text == "b\n")
        #expect(run.errorText.contains("error: this line is not UTF-8\n"))
        #expect(run.errorText.hasSuffix("\n1 of 2 commands failed\n"))
        #expect(try trove.titles() == ["One"])
    }

    /// An escape that does not exist ends no quote.
    @Test func noPartOfACommandWithABadEscapeRuns() throws {
        let trove = try Trove()
        try trove.prepare("add book One")
        let run = try trove.run("note 1 \"see C:\\dir\ndelete 1 --yes\nend\"\necho b\n")
        #expect(run.text == "b\n")
        #expect(run.errorText.hasPrefix("-:1:15: error: "), "\(run)")
        #expect(run.errorText.hasSuffix("\n1 of 2 commands failed\n"))
        #expect(try trove.titles() == ["One"])
    }

    @Test(arguments: ["", "C:\\dir\n"])
    func noPartOfACommandThatIsTooLongRuns(_ escape: String) throws {
        let trove = try Trove()
        try trove.prepare("add book One")
        let filler = String(repeating: String(repeating: "x", count: 99) + "\n", count: 11_000)
        let run = try trove.run("note 1 \"\(filler)\(escape)delete 1 --yes\nend\"\necho b\n")
        #expect(run.text == "b\n")
        #expect(run.errorText.contains("the command is longer than 1048576 bytes"))
        #expect(try trove.titles() == ["One"])
    }

    @Test func refusesArgumentsThatAreNotUTF8() throws {
        let trove = try Trove()
        for words in [
            "-c $(printf 'add\\040book\\040caf\\351')", "--library $(printf 'bad\\377.db')",
        ] {
            let run = try trove.shell("\"$TROVE\" \(words) -c count")
            #expect(run.status == .exited(2), "\(run)")
            #expect(run.errorText.contains("is not UTF-8"), "\(run)")
        }
        #expect(try trove.titles() == [])
    }

    @Test func refusesALineOfTenMegabytes() throws {
        let trove = try Trove()
        let title = String(repeating: "x", count: 10 << 20)
        let run = try trove.run("add book One\nadd book \(title)\nadd book Three\n")
        #expect(run.status == .exited(1))
        #expect(run.text == "Added book 1: One\nAdded book 2: Three\n")
        #expect(run.errorText.hasPrefix("-:2:1: error: "))
        #expect(run.errorText.utf8.count < 1000)
        #expect(try trove.run("count").text == "2\n")
    }

    @Test func aLineOfTenMegabytesIsAnError() throws {
        let comment = "# " + String(repeating: "x", count: 10 << 20)
        let run = try Trove().run("echo a\n\(comment)\necho b \(comment)\necho c\n")
        #expect(run.text == "a\nc\n")
        #expect(run.errorText.occurrences(of: "the command is longer than 1048576 bytes") == 2)
        #expect(run.errorText.utf8.count < 1000)
    }

    @Test func keepsALongText() throws {
        let trove = try Trove()
        let text = String(repeating: "é", count: 32_768)
        try trove.prepare("add book A note:\"\(text)\"")
        let kept = try trove.run("list columns:note", ["--output", "tsv"])
        #expect(kept.text == "number\tkind\tnote\n1\tbook\t\(text)\n")
        let longer = try trove.run("set 1 note:\"\(text)x\"")
        #expect(longer.status == .exited(1))
        #expect(longer.errorText.contains("note is longer than 65536 bytes"))
    }

    @Test func anOpenQuoteExtendsToTheEnd() throws {
        let lines = String(repeating: "add book B\n", count: 1000)
        let trove = try Trove()
        let run = try trove.run("add book A\nadd book \"C\n\(lines)")
        #expect(run.status == .exited(1))
        #expect(run.text == "Added book 1: A\n")
        #expect(
            run.errorText.hasPrefix("-:2:10: error: this quote is never closed\n  add book \"C\n"))
        #expect(run.errorText.hasSuffix("\n1 of 2 commands failed\n"))
    }

    @Test func aBackslashAtTheEndIsAnError() throws {
        let run = try Trove().run("echo a\necho b \\\n")
        #expect(run.text == "a\n")
        #expect(run.errorText.hasPrefix("-:2:8: error: "))
        #expect(run.status == .exited(1))
    }

    @Test func aNulByteIsRejectedAndChangesNothing() throws {
        let trove = try Trove()
        let run = try trove.run("add book \"a\0b\"\nadd book c\n")
        #expect(run.text == "Added book 1: c\n")
        #expect(run.errorText.hasPrefix("-:1:10: error: title contains a NUL character\n"))
        #expect(!run.errors.contains(0))
        #expect(run.status == .exited(1))
    }

    @Test func aFileOfNulBytesIsRejected() throws {
        let trove = try Trove()
        let run = try trove.program.run(input: .bytes([UInt8](repeating: 0, count: 4096)))
        #expect(run.status == .exited(1))
        #expect(run.errorText.utf8.count < 2000)
        #expect(!run.errors.contains(0))
    }

    @Test func manyLinesRunInOrder() throws {
        let script = (1...20_000).map { "echo \($0)\n" }.joined()
        let run = try Trove().run(script)
        #expect(run.lines == (1...20_000).map(String.init))
    }

    @Test func lineNumbersStayCorrectInLongScripts() throws {
        let script =
            String(repeating: "# comment\n\necho a \\\n b\n", count: 5000) + "nonsense\n"
        let run = try Trove().run(script)
        #expect(run.errorText.hasPrefix("-:20001:1: error: "))
    }
}
