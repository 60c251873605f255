import Testing
import TroveTesting

/// `demo` in a script and from another shell, and recordings.
@Suite(.timeLimit(.minutes(20))) struct DemoRecordingTests {
    @Test func aScriptPrintsTheLesson() throws {
        let trove = try DemoLesson.program()
        let text = try trove.output(of: "demo two", ["--ephemeral"])
        #expect(
            text == """
                # The laptop adds a book.
                add book Dune
                Added book 1: Dune

                # ---- A second device ----

                # The phone has nothing.
                #! as phone
                count
                0
                # Where is the book?
                #   1 on the laptop
                #   2 on the phone
                # Answer: 1 on the laptop

                # The book moves on.
                #! as laptop
                show nothing
                error: there is no item called "nothing"
                  show nothing
                       ^~~~~~~
                  `find nothing` searches all text
                advance dune
                Changed book 1: Dune
                  state  wish → to-read
                Dune  wish ── ● to-read ── reading ── abandoned ── finished

                # The end.
                echo 三体 is done
                三体 is done

                """)
    }

    @Test func withoutANameTheLessonsAreListed() throws {
        let trove = try DemoLesson.program()
        let text = try trove.output(of: "demo", ["--ephemeral"])
        #expect(text == "name  title        about\ntwo   Two devices  for tests of demos\n")
        let shell = try trove.program.run(["demo", "--json"]).requiring()
        #expect(
            shell.text
                == #"[{"name":"two","title":"Two devices","about":"for tests of demos"}]"# + "\n")
    }

    @Test func aLessonThatDoesNotExistIsAnError() throws {
        let trove = try DemoLesson.program()
        let run = try trove.program.run(["demo", "tow"]).requiring(.exited(1))
        #expect(run.errorText.contains("error: there is no lesson called \"tow\""))
        #expect(run.errorText.contains("did you mean two?"))
        let without = try trove.program.run(["--record", "x.cast"]).requiring(.exited(2))
        #expect(without.errorText.contains("--record"))
    }

    /// The last screen of a recording is the last scene, and a second recording is the same.
    @Test func aLessonOfTheUsersOwnIsAFile() throws {
        let trove = try DemoLesson.program()
        try trove.scratch.write("#! lesson Mine\n# Look.\necho 三体\n", to: "work/mine.trove")
        for path in ["mine.trove", "./mine.trove"] {
            let text = try trove.output(of: "demo \(path)", ["--ephemeral"])
            #expect(text == "# Look.\necho 三体\n三体\n")
        }
        let missing = try trove.program.run(["-c", "demo ./other.trove"]).requiring(.exited(1))
        #expect(missing.errorText.contains("error: ./other.trove: no such file"), "\(missing)")
    }

    /// It is left out of the list, but not silently.
    @Test func aLessonWithAMistakeIsNamed() throws {
        let trove = try DemoLesson.program()
        let folder = try #require(trove.environment["TROVE_LESSONS"])
        let path = "\(folder)/bad.trove"
        let name = String(path.dropFirst(trove.scratch.path.count + 1))
        try trove.scratch.write("#! lesson Bad\n#! expect nothing\n", to: name)
        let run = try trove.program.run(["-c", "demo"]).requiring()
        #expect(run.lines.count == 2)
        #expect(
            run.errorText
                == "warning: \(path) has a mistake: `trove --demo-check \(path)` shows it\n")
    }

    @Test func aRecordingShowsTheLesson() throws {
        let trove = try DemoLesson.program()
        let path = trove.scratch.path("demo.cast")
        try trove.program.run(["demo", "two", "--record", path]).requiring()
        let bytes = try trove.scratch.readBytes("demo.cast")
        let screen = try CastFile(bytes).lastScreen
        #expect(screen.unknownSequences == [])
        #expect(screen.row(0).hasPrefix("Demo: Two devices · A second device"))
        #expect(screen.row(0).hasSuffix("step 4/4"))
        #expect(screen.row(1) == "# The end.")
        #expect(screen.row(3).hasPrefix(" laptop "))
        #expect(screen.screen.contains("\n三体 is done"))
        #expect(screen.row(screen.size.rows - 1).hasPrefix("Space next"))
        #expect(!trove.scratch.exists("home/.local/share/trove/library.db"))
        try trove.prepare("demo two record:\(path)", ["--ephemeral"])
        #expect(try trove.scratch.readBytes("demo.cast") == bytes)
    }

    /// A recording replaces only another one.
    @Test func aRecordingReplacesNoOtherFile() throws {
        let trove = try DemoLesson.program()
        let library = trove.scratch.path("library.db")
        try trove.program.run(["--library", library, "-c", "add book Dune"]).requiring()
        let note = try trove.scratch.write("a note", to: "note.txt")
        for (path, text) in [(library, "is the library"), (note, "is not a recording")] {
            let run = try trove.program.run(
                ["--library", library, "-c", "demo two record:\"\(path)\""])
            #expect(run.status == .exited(1) && run.errorText.contains(text), "\(run)")
        }
        #expect(try trove.scratch.read("note.txt") == "a note")
        let run = try trove.program.run(["--library", library, "-c", "count"]).requiring()
        #expect(run.lines == ["1"])
    }

    /// `Scripts/picture` draws the picture anew.
    @Test func theCheckedInPictureShowsTheLesson() throws {
        var trove = try Trove()
        trove.program.timeLimit = .seconds(300)
        trove.environment["TROVE_LESSONS"] = Repository.path(of: "seeds")
        trove.environment["TROVE_SERVER_PROGRAM"] = try BuiltProgram.path(of: "trove-server")
        try trove.program.run(["demo", "conflicts", "--record", trove.scratch.path("demo.cast")])
            .requiring()
        let cast = try CastFile(trove.scratch.readBytes("demo.cast"))
        let screen = try #require(cast.lastScreen(showing: "─┬─"))
        let checkedIn = try Repository.text(of: "Documentation/Pictures/demo.svg")
        #expect(ScreenPicture(screen, title: cast.title).svg == checkedIn, "run Scripts/picture")
    }
}
