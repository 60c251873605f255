import Testing
import TroveCommands
import TroveTesting

/// `tutorial --check`, and the list of lessons.
@Suite(.timeLimit(.minutes(20))) struct TutorialCheckTests {
    static let lessons = [
        "1-first-items", "2-changes", "3-finding", "4-undo", "5-shelves", "6-bulk", "7-offline",
        "8-conflict", "9-files", "10-time-travel",
    ]

    @Test(arguments: lessons) func everyLessonIsSound(_ name: String) throws {
        let path = Repository.path(of: "seeds/tutorial/\(name).trove")
        let trove = try Trove()
        let run = try trove.program.run(["tutorial", "--check", path])
        #expect(run.status == .success, "\(run.text)\(run.errorText)")
        #expect(run.lines.count == 1)
        #expect(run.lines.first?.hasSuffix("steps, all done by the solution") == true)
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    @Test func theListHasEveryLesson() throws {
        let run = try Trove().program.run(["tutorial", "--json"]).requiring()
        #expect(run.text.count { $0 == "{" } == Self.lessons.count)
        #expect(run.text.contains(##""#":9,"lesson":"Export and import""##))
    }

    @Test func theExampleOfHelpIsSound() throws {
        let trove = try Trove()
        let help = try trove.program.run(["-c", "help lessons"]).requiring()
        for line in HelpText.tutorialExample.split(separator: "\n") {
            #expect(help.lines.contains("  " + line))
        }
        #expect(help.lines.allSatisfy { $0.count <= 80 })
        _ = try trove.scratch.write(HelpText.tutorialExample, to: "work/example.trove")
        let run = try trove.program.run(["tutorial", "--check", "example.trove"]).requiring()
        #expect(run.text == "example.trove: 2 steps, all done by the solution\n")
    }

    /// The conditions of such a step hold together once; an earlier step comes first.
    @Test func aStepIsKept() throws {
        let trove = try Trove()
        let lesson = """
            #! tutorial T
            add gem Ruby color:red
            #! goal G
            #! step a gem was added
            #! done once count gem >= +1
            #! step both were listed
            #! done asked list
            #! done count gem >= +1
            #! done step 1
            #! once
            #! solution list
            #! solution add gem Opal
            #! solution list
            #! solution undo
            """
        _ = try trove.scratch.write(lesson, to: "work/kept.trove")
        let run = try trove.program.run(["tutorial", "--check", "kept.trove"]).requiring()
        #expect(run.text == "kept.trove: 2 steps, all done by the solution\n")
        let wrong = lesson.replacing(
            "#! solution add gem Opal\n#! solution list", with: "#! solution add gem Opal")
        _ = try trove.scratch.write(wrong, to: "work/wrong.trove")
        let refused = try trove.program.run(["tutorial", "--check", "wrong.trove"])
        #expect(refused.errorText.contains("step 2 is not done"), "\(refused)")
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lesson: String
        /// What the errors contain.
        let errors: [String]
    }

    static let start = "#! tutorial T\nadd gem Ruby color:red\n#! goal G\n#! step S\n"

    @Test(arguments: [
        Mistake(
            testDescription: "done at the start",
            lesson: start + "#! done count gem >= 1\n#! solution add gem Opal\n",
            errors: ["bad.trove:4:1: error: step 1 is done at the start", "count gem >= +1"]),
        Mistake(
            testDescription: "no solution", lesson: start + "#! done count gem >= +1\n",
            errors: ["bad.trove:4:1: error: the lesson has no solution"]),
        Mistake(
            testDescription: "a solution that does not suffice",
            lesson: start + "#! done count gem >= +2\n#! solution add gem Opal\n",
            errors: ["bad.trove:4:1: error: step 1 is not done after the solution"]),
        Mistake(
            testDescription: "a solution in the wrong order",
            lesson: start
                + "#! done count gem >= +2\n#! step U\n#! done count gem >= +1\n"
                + "#! solution add gem Opal\n#! solution add gem Topaz\n",
            errors: ["bad.trove:6:1: error: the solution does step 2 before step 1"]),
        Mistake(
            testDescription: "a solution that fails",
            lesson: start + "#! done count gem >= +1\n#! solution add gem ruby\n",
            errors: [
                "bad.trove:6:13: error: the solution fails: ", "#! solution add gem ruby",
                "            ^~~~~~~~~~~~",
            ]),
        Mistake(
            testDescription: "a setup that fails",
            lesson: "#! tutorial T\nshow 9\n#! goal G\n#! step S\n#! done online\n",
            errors: ["bad.trove:2:", "error: the sandbox cannot be prepared: "]),
        Mistake(
            testDescription: "a condition that is none",
            lesson: start + "#! done cuont gem >= 1\n",
            errors: [
                "bad.trove:5:9: error: \"cuont\" is not known here", "did you mean count?",
                "  #! done cuont gem >= 1", "          ^~~~~",
            ]),
        Mistake(
            testDescription: "a value that no gem has",
            lesson: start + "#! done exists gem where hardness>soft\n",
            errors: ["bad.trove:5:35: error: ", "^~~~"]),
        Mistake(
            testDescription: "an unknown verb", lesson: start + "#! done asked qeue\n",
            errors: ["bad.trove:5:15: error: there is no command \"qeue\"", "did you mean queue?"]),
        Mistake(
            testDescription: "a demo", lesson: "#! lesson T\nadd book Dune\n",
            errors: ["bad.trove:1:1: error: this file is not a tutorial", "#! tutorial TITLE"]),
        Mistake(
            testDescription: "control characters in the title",
            lesson: "#! tutorial \u{1B}[2J\u{7}\n",
            errors: ["bad.trove:1:1: error: the tutorial has no goal"]),
        Mistake(
            testDescription: "control characters in a command",
            lesson:
                "#! tutorial T\nadd\u{1B}]0;x\u{7} book\n#! goal G\n#! step S\n#! done online\n",
            errors: ["bad.trove:2:1: error: the sandbox cannot be prepared"]),
    ])
    func mistakesAreFound(_ mistake: Mistake) throws {
        let trove = try Trove()
        _ = try trove.scratch.write(mistake.lesson, to: "work/bad.trove")
        let run = try trove.program.run(["tutorial", "--check", "bad.trove"])
        #expect(run.status == .exited(1))
        #expect(run.text == "")
        for error in mistake.errors { #expect(run.errorText.contains(error), "\(run.errorText)") }
        #expect(!run.errorText.contains("\u{1B}"))
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    @Test func severalFilesAreChecked() throws {
        let trove = try Trove()
        _ = try trove.scratch.write(HelpText.tutorialExample, to: "work/a.trove")
        _ = try trove.scratch.write("list", to: "work/b.trove")
        let run = try trove.program.run(
            [
                "-c", "tutorial --check a.trove b.trove", "-c",
                "tutorial --check missing.trove a.trove",
            ])
        #expect(run.text == "a.trove: 2 steps, all done by the solution\n")
        #expect(run.errorText.contains("b.trove:1:1: error: this file is not a tutorial"))
        #expect(run.errorText.contains("-c:1:18: error: missing.trove: no such file"))
        #expect(run.status == .exited(1))
    }

    @Test func aScriptCannotTakeALesson() throws {
        let run = try Trove().program.run(["-c", "tutorial 1", "-c", "tutorial 99 98"])
        #expect(run.errorText.contains("error: tutorial needs a terminal"))
        #expect(run.errorText.contains("error: tutorial does not take \"98\""))
    }
}
