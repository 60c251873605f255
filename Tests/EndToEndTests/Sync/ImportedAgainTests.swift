import Testing
import TroveTesting

/// An item that was deleted and imported again has another number and the same id: it stays one
/// item on all devices.
@Suite(.timeLimit(.minutes(20))) struct ImportedAgainTests {
    let server: ServerUnderTest
    let laptop: Trove

    init() throws {
        server = try ServerUnderTest()
        laptop = try Trove(device: "laptop", of: .ann, at: server.url, isNew: true)
    }

    private static let isSound = "The library is sound: 1 item, the same as on "

    private func phone() throws -> Trove {
        try Trove(device: "phone", of: .ann, at: server.url)
    }

    private func check(_ devices: [Trove], shows text: String) throws {
        for device in devices {
            let run = try device.prepare("sync\nlist\ncheck\n")
            #expect(run.text.contains("1 book\n"), "\(run)")
            #expect(run.text.contains(text), "\(run)")
            #expect(run.text.contains(Self.isSound), "\(run)")
        }
    }

    @Test func laterChangesReachIt() throws {
        let phone = try phone()
        try laptop.prepare("add book Dune pages:400\nexport old.json\nsync\n")
        try laptop.prepare("delete Dune --yes\nimport old.json\nsync\n")
        try phone.prepare("sync\nset Dune pages:500\nsync\n")
        try check([laptop, phone], shows: "500")
        try laptop.prepare("set 2 pages:600\nsync\n")
        try check([phone, laptop], shows: "600")
    }

    @Test func anotherDeviceDeletesItTwice() throws {
        let phone = try phone()
        try laptop.prepare("add book Emma\nadd book Dune\nexport all.csv\nsync\n")
        try phone.prepare("sync\ndelete Dune --yes\nsync\n")
        try laptop.prepare("sync\nimport all.csv\nsync\n")
        try phone.prepare("sync\ndelete Dune --yes\nsync\n")
        try check([laptop, phone], shows: "Emma")
    }

    /// The account knows the item under its former number.
    @Test func aLocalLibraryImportsIt() throws {
        try laptop.prepare("add book Dune pages:400\nexport old.json\nsync\ndisconnect\n")
        try laptop.prepare("delete Dune --yes\nimport old.json\nset Dune author:Herbert\n")
        try laptop.connect(to: server.url, as: .ann)
        try check([laptop], shows: "Herbert")
    }

    /// A deletion that was undone would give the id to two items.
    @Test func theDeletionIsNotUndoneBesideIt() throws {
        try laptop.prepare("add book Dune pages:400\nexport old.json\ndelete Dune --yes\n")
        try laptop.prepare("import old.json\nsync\n")
        let phone = try phone()
        try phone.prepare("sync\nset Dune pages:500\nsync\n")
        let run = try laptop.run("sync\nundo\nundo --skip\n")
        #expect(run.status == .exited(1))
        #expect(!run.text.contains("Undone: deleted"), "\(run)")
        try check([laptop, phone], shows: "500")
    }

    /// Without a server, the rows tell that the id is in use.
    @Test func theDeletionIsNotUndoneAfterDisconnecting() throws {
        try laptop.prepare("add book Dune\nexport old.json\ndelete Dune --yes\nimport old.json\n")
        try laptop.prepare("sync\n")
        let phone = try phone()
        try phone.prepare("sync\nset Dune pages:500\nsync\n")
        try laptop.prepare("sync\ndisconnect\n")
        let run = try laptop.run("undo\nundo --skip\ncount\n")
        #expect(run.status == .exited(1))
        #expect(run.text == "1\n", "\(run)")
    }

    /// The server would reject an item of another kind with the id.
    @Test func anotherKindGetsAnotherID() throws {
        try laptop.prepare("add book Dune\nexport - as:json\nsync\n")
        let book = try laptop.prepare("export - as:json").text
        let movie = book.replacing(#""kind":"book","title""#, with: #""kind":"movie","name""#)
            .replacing(/,"state":.*}/, with: "}")
        try laptop.scratch.write(movie, to: "work/movie.json")
        try laptop.prepare("delete Dune --yes\nimport movie.json\nsync\n")
        let run = try laptop.prepare("sync\nlist movies\ncheck\n")
        #expect(run.text.contains("1 movie\n"), "\(run)")
        #expect(run.text.contains(Self.isSound), "\(run)")
    }

    /// Earlier versions could leave two items with one id.
    @Test func aDoubleIsNamedAndDeletedHere() throws {
        let phone = try phone()
        try laptop.prepare("add book Dune\nadd book Emma\nsync\n")
        _ = try laptop.sqlite(
            "UPDATE shadow SET number = 1 WHERE number = 2; DELETE FROM shadow WHERE id NOT IN "
                + "(SELECT id FROM book WHERE number = 2)")
        let check = try laptop.run("check\n")
        #expect(check.text.contains("has the same id as another item"), "\(check)")
        try laptop.prepare("delete Emma --yes\nsync\n")
        #expect(try phone.prepare("sync\nlist\n").text.contains("Emma"))
    }
}
