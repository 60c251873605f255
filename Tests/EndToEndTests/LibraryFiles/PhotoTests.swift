import Testing
import TroveTesting

/// A library's own photos: what is kept, shown, and rejected.
@Suite(.timeLimit(.minutes(20))) struct PhotoTests {
    private let trove: Trove
    private let picture = PictureFixture.png(width: 6, height: 4) { column, _ in UInt8(column * 40)
    }
    private let blobs = "home/.local/share/trove/library.db.blobs/"

    init() throws {
        trove = try Trove()
        try trove.scratch.write(picture, to: "work/ruby.png")
    }

    private var blobFiles: [String] { trove.scratch.files().filter { $0.hasPrefix(blobs) } }

    @Test func areCopiedIntoTheLibrary() throws {
        try trove.prepare("add gem Ruby photo:ruby.png")
        let file = try #require(blobFiles.first)
        #expect(blobFiles.count == 1)
        #expect(try trove.scratch.readBytes(file) == picture)
        let digest = file.dropFirst(blobs.count)
        #expect(try trove.json().contains("\"photo\":\"ruby.png#sha256-\(digest)\""))
        let csv = try trove.program.run(["--output", "csv", "-c", "list gems"]).requiring()
        #expect(csv.text.contains(",ruby.png#sha256-\(digest),"))
    }

    @Test(arguments: ["table", "lines", "markdown"]) func onlyTheNameIsDisplayed(_ format: String)
        throws
    {
        try trove.prepare("add gem Ruby photo:ruby.png\nadd gem Opal")
        let script = """
            show Ruby
            list gems columns:name,photo
            set Opal photo:ruby.png
            set Ruby photo:
            undo
            log
            filter photo~ruby columns:photo
            """
        let run = try trove.run(script, ["--output", format]).requiring()
        #expect(run.text.contains("ruby.png"))
        #expect(!run.text.contains("sha256"), "\(run.text)")
    }

    @Test func searchIgnoresDigests() throws {
        try trove.prepare("add gem Ruby photo:ruby.png")
        for digit in "0123456789abcdef" where !"ruby".contains(digit) {
            #expect(try trove.run("find \(digit)").text == "Nothing found.\n")
        }
    }

    @Test func aMissingFilesNameIsKept() throws {
        let run = try trove.run("add gem Ruby photo:gone.png").requiring()
        #expect(
            run.errorText == "warning: gone.png: no such file; only the name is saved\n")
        #expect(try trove.json().contains("\"photo\":\"gone.png\""))
        #expect(blobFiles.isEmpty)
    }

    /// A mistyped path does not replace a picture that is stored.
    @Test func aMissingFileReplacesNoPicture() throws {
        try trove.prepare("add gem Ruby photo:ruby.png")
        let before = try trove.json()
        let run = try trove.run("set Ruby photo:rubi.png")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("rubi.png: no such file\n"), "\(run)")
        #expect(run.errorText.contains("the photo is kept; an empty photo: removes it"))
        #expect(try trove.json() == before)
        try trove.prepare("set Ruby photo:")
        #expect(try !trove.json().contains("photo"))
    }

    /// The name that is displayed refers to the current picture, even if its file is missing.
    @Test func settingTheCurrentNameKeepsThePicture() throws {
        try trove.prepare("add gem Ruby photo:ruby.png")
        let before = try trove.json()
        try trove.shell("rm ruby.png").requiring()
        let run = try trove.run("set Ruby photo:ruby.png").requiring()
        #expect(run.text.hasPrefix("Nothing changed") && run.errorText.isEmpty)
        #expect(try trove.json() == before)
    }

    @Test func exportedValuesCanBeTyped() throws {
        try trove.prepare("add gem Ruby photo:ruby.png")
        let value = "ruby.png#sha256-" + (blobFiles.first ?? "").dropFirst(blobs.count)
        let run = try trove.run("add gem Opal photo:\(value)").requiring()
        #expect(run.errorText.isEmpty)
        #expect(try trove.json().components(of: value) == 2)
    }

    @Test func tildeIsTheHomeFolder() throws {
        try trove.scratch.write(picture, to: "home/pictures/ruby.png")
        #expect(try trove.run("add gem Ruby photo:~/pictures/ruby.png").errorText.isEmpty)
        #expect(try trove.json().contains("\"photo\":\"ruby.png#sha256-"))
    }

    static let refused: [Case<[UInt8], String>] = [
        .init("text", Array("no picture\n".utf8), "bad.png is not a picture"),
        .init("nothing", [], "bad.png is not a picture"),
        .init(
            "half", PictureFixture.png(width: 6, height: 4) { _, _ in 0 }.dropLast(20),
            "bad.png is truncated: the PNG data ends too early"),
        .init(
            "a wrong sum", PictureFixture.png(width: 6, height: 4) { _, _ in 0 }.dropLast() + [0],
            "bad.png is damaged: it is not a valid PNG"),
        .init(
            "a bomb",
            Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0]
                + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B],
            "bad.png is too large: 65535 × 65535 pixels"),
        .init("20 MB", .init(repeating: 0, count: 20_100_000), "bad.png is too large: 20.1 MB"),
    ]

    @Test(arguments: refused) func damagedPicturesAreErrors(_ row: Case<[UInt8], String>) throws {
        try trove.scratch.write(row.input, to: "work/bad.png")
        try trove.prepare("add gem Opal photo:ruby.png")
        let before = try trove.json()
        for command in ["add gem Ruby photo:bad.png", "set Opal photo:bad.png"] {
            let run = try trove.run(command).requiring(.exited(1))
            #expect(run.errorText.contains("error: \(row.expected)\n"), "\(run.errorText)")
        }
        #expect(try trove.json() == before)
        #expect(blobFiles.count == 1)
    }

    /// Closing one of the library's own files would release its locks.
    @Test(arguments: ["", "-wal", "-shm"]) func theLibraryIsRejectedAsAPhoto(_ suffix: String)
        throws
    {
        let run = try trove.run("add gem Opal\nadd gem Ruby photo:\(trove.libraryPath)\(suffix)")
        #expect(run.errorText.contains("is the library, not a picture"))
    }

    @Test func specialFilesAreRejected() throws {
        try trove.shell("mkfifo pipe").requiring()
        for (path, words) in [
            (".", ". is a folder"), ("pipe", "pipe cannot be read: it is not a file"),
        ] {
            let run = try trove.run("add gem Ruby photo:\(path)").requiring(.exited(1))
            #expect(run.errorText.contains("error: \(words)\n"))
        }
    }

    /// A command that fails for another reason copies no file.
    @Test func aFailedCommandCopiesNothing() throws {
        _ = try trove.run("add gem Ruby photo:ruby.png hardness:11").requiring(.exited(1))
        #expect(blobFiles.isEmpty)
    }

    @Test func undoRestoresThePicture() throws {
        try trove.prepare("add gem Ruby photo:ruby.png\ndelete Ruby --yes\nundo")
        #expect(try trove.json().contains("\"photo\":\"ruby.png#sha256-"))
        #expect(blobFiles.count == 1)
    }

    /// On another device of the account, only the name exists until the picture is fetched.
    @Test func anotherDeviceHasOnlyTheName() throws {
        let server = try ServerUnderTest()
        var here = trove
        for (name, value) in ["TROVE_SERVER": server.url, "TROVE_PASSWORD": "fold the corners"] {
            here.environment[name] = value
        }
        try here.prepare("connect\nsignup ann@example.org name:Ann\nadd gem Ruby photo:ruby.png")
        let there = ["--library", trove.scratch.path("there.db")]
        try here.prepare("connect\nlogin ann@example.org", there)
        let value = "ruby.png#sha256-" + (blobFiles.first ?? "").dropFirst(blobs.count)
        #expect(try here.json(there).contains(value))
        let session = try here.program.openTerminal(there + ["-c", "show Ruby"])
        #expect(try session.waitForExit() == .success)
        #expect(session.screen.contains("ruby.png is on another device"))
    }

    @Test func aLibraryInMemoryKeepsOnlyTheName() throws {
        let run = try trove.run("add gem Ruby photo:ruby.png\n", ["--ephemeral"]).requiring()
        #expect(run.errorText.contains("only the name ruby.png is saved"))
        let shown = try trove.run(
            "add gem Ruby photo:ruby.png\nshow Ruby", ["--ephemeral", "--json"])
        #expect(shown.text.contains("\"photo\":\"ruby.png\""))
        #expect(trove.scratch.files().filter { $0.contains("blobs") }.isEmpty)
    }

    @Test func anUnusableFolderIsAnError() throws {
        try trove.scratch.write("", to: String(blobs.dropLast()))
        let run = try trove.run("add gem Ruby photo:ruby.png").requiring(.exited(1))
        #expect(run.errorText.contains("error: the picture cannot be saved: "))
        #expect(try trove.json() == "[]\n")
    }
}

extension String {
    /// Returns how often a text occurs.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
