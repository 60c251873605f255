import Testing
import TroveTesting

/// Confirmations before data is lost.
@Suite(.timeLimit(.minutes(20))) struct QuestionTests {
    private static let question = "Are you sure you want to delete book 1: Dune? [y/N] "

    private func open(_ arguments: [String] = []) throws -> (Trove, TerminalSession) {
        let trove = try Trove()
        try trove.prepare("add book Dune\nadd book 三体")
        let session = try trove.openTrove(arguments)
        try session.run("count")
        return (trove, session)
    }

    struct Answer: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let keys: [Key]
        let deletes: Bool

        init(_ name: String, _ keys: [Key], deletes: Bool) {
            testDescription = name
            self.keys = keys
            self.deletes = deletes
        }
    }

    @Test(arguments: [
        Answer("y", [.paste("y"), .enter], deletes: true),
        Answer("yes", [.paste("yes"), .enter], deletes: true),
        Answer("Y", [.paste("Y"), .enter], deletes: true),
        Answer("a corrected n", [.paste("n"), .backspace, .paste("y"), .enter], deletes: true),
        Answer("n", [.paste("n"), .enter], deletes: false),
        Answer("Enter", [.enter], deletes: false),
        Answer("something else", [.paste("yep"), .enter], deletes: false),
        Answer("Ctrl-C", [.ctrl("c")], deletes: false),
        Answer("Ctrl-C behind y", [.paste("y"), .ctrl("c")], deletes: false),
        Answer("Ctrl-D", [.ctrl("d")], deletes: false),
    ])
    func deletesOnlyAfterYes(_ answer: Answer) throws {
        let (trove, session) = try open()
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: Self.question)
        for key in answer.keys { try session.press(key) }
        try session.waitForTrove(answer.deletes ? "trove 1> " : "trove 2> ")
        #expect(session.screen.contains("Deleted book 1: Dune") == answer.deletes)
        #expect(try trove.output(of: "count") == (answer.deletes ? "1\n" : "2\n"))
        // The answer is not in the history: the arrow recalls the previous command.
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> delete 1")
    }

    /// An answer typed ahead is used for the intended question.
    @Test func acceptsTypedAheadAnswers() throws {
        let (trove, session) = try open()
        try session.type("delete 1\ry\recho done\r")
        try session.waitUntil("the output of the last command") { $0.screen.contains("\ndone") }
        try session.waitForTrove()
        #expect(try trove.output(of: "count") == "1\n")
    }

    @Test func asksOnceForSeveralItems() throws {
        let (trove, session) = try open()
        try session.enter("delete 1-2")
        try session.waitUntil(cursorFollows: "[y/N] ")
        let question = session.row(session.cursor.row)
        #expect(question.contains("Dune") && question.contains("三体"))
        try session.typeOut("y")
        try session.submit()
        #expect(try trove.output(of: "count") == "0\n")
    }

    @Test func asksAboutALoan() throws {
        let (_, session) = try open()
        try session.run("lend 1 to:Bob")
        try session.enter("delete 1")
        try session.waitUntil(
            cursorFollows: "delete book 1: Dune, which is lent to Bob? [y/N] ")
        try session.typeOut("n")
        try session.submit()
    }

    @Test func doesNotAskWithYes() throws {
        var (trove, session) = try open()
        #expect(try session.run("delete 1 --yes") == ["Deleted book 1: Dune"])
        #expect(try session.run("undo").count == 1)
        try session.run("settings confirm off")
        #expect(try session.run("delete 1") == ["Deleted book 1: Dune"])
        #expect(try trove.output(of: "count") == "1\n")
        (trove, session) = try open(["--yes"])
        #expect(try session.run("delete 1") == ["Deleted book 1: Dune"])
    }

    /// A wide title does not misplace the cursor.
    @Test func theCursorFollowsAWideQuestion() throws {
        let (_, session) = try open()
        try session.enter("delete 三体")
        let question = "Are you sure you want to delete book 2: 三体? [y/N] "
        try session.waitUntil(cursorFollows: question)
        #expect(session.cursor.column == question.count + 2)
        try session.typeOut("n")
        try session.submit()
    }
}
