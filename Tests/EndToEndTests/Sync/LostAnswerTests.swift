import Testing
import TroveTesting

/// The commit that records the server's answer to a push does not wait for the disk, so a power
/// failure may lose it. Then the device pushes again.
@Suite(.timeLimit(.minutes(20))) struct LostAnswerTests {
    private static let policies = "policy gem create queue\npolicy gem update queue\n"

    /// Copies the library to another name, or back.
    private func copy(_ from: String, _ to: String, _ trove: Trove) throws {
        try trove.other("/bin/sh").run(
            [
                "-c",
                #"rm -f "$2" "$2-wal" "$2-shm"; cp "$1" "$2"; ! [ -e "$1-wal" ] || cp "$1-wal" "$2-wal""#,
                "sh", from, to,
            ]
        ).requiring()
    }

    @Test func operationsArePushedOnceMore() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try laptop.prepare(Self.policies + "add gem Opal color:white\nsync")
        try laptop.prepare("net off\nset Opal color:red\nadd gem Ruby\nadd gem Agate")
        let (library, kept) = (laptop.libraryPath, laptop.scratch.path("before-the-answer.db"))
        try copy(library, kept, laptop)
        try laptop.prepare("net auto\nsync")
        #expect(try laptop.queue() == ["Nothing is queued."])

        try copy(kept, library, laptop)
        #expect(try laptop.queue(["-c", "net off"]) != ["Nothing is queued."])
        // What is done after the failure is kept, too.
        try laptop.prepare("net off\nset Ruby color:blue")
        try laptop.prepare("net auto\nsync")
        #expect(try laptop.queue() == ["Nothing is queued."])
        try phone.prepare("sync")
        for device in [laptop, phone] {
            #expect(try device.titles().sorted() == ["Agate", "Opal", "Ruby"])
            let colors = try device.program.run(
                ["--output", "lines", "-c", "list gems sort:name columns:name,color"])
            #expect(colors.text.contains("red") && colors.text.contains("blue"), "\(colors)")
            #expect(!colors.text.contains("white"), "\(colors)")
        }
        #expect(
            try laptop.program.run(["--output", "lines", "-c", "conflicts"]).lines
                == ["No conflicts."])
    }
}
