import Testing
import TroveCodecs
import TroveTesting

/// A server restored from an old backup of its store: devices re-upload what it had acknowledged
/// since.
@Suite(.timeLimit(.minutes(20))) struct RestoredStoreTests {
    /// Returns the authors by title, without device-specific data.
    private func authors(_ trove: Trove) throws -> [String: String] {
        var found: [String: String] = [:]
        for thing in try trove.things() {
            found[thing["title"]?.text ?? ""] = thing["author"]?.text ?? "nobody"
        }
        return found
    }

    @Test(arguments: [false, true]) func lostChangesAreReuploaded(_ hasMovedOn: Bool) throws {
        let server = try ServerUnderTest()
        let first = try Trove(device: "first", of: .ann, at: server.url, isNew: true)
        let second = try Trove(device: "second", of: .ann, at: server.url)
        let third = try Trove(device: "third", of: .ann, at: server.url)
        try first.prepare("add book Dune\nadd book Emma\nadd book Kim\nsync\n")
        for device in [second, third] { try device.prepare("sync\n") }
        try server.saveStore(as: "early")

        try first.prepare(
            "add book Ulysses\nset Dune author:Herbert\ndelete Emma --yes\nsync\n")
        try second.prepare("sync\nadd book Persuasion\nsync\n")
        try server.restoreStore(from: "early")
        if hasMovedOn {
            // As many changes as the server lost, and some more.
            try third.prepare(
                (1...6).map { "add book \"Later \($0)\"\n" }.joined() + "sync\n")
        }
        for _ in 1...3 {
            for device in [first, second, third] { try device.prepare("sync\n") }
        }

        var expected = [
            "Dune": "Herbert", "Kim": "nobody", "Ulysses": "nobody", "Persuasion": "nobody",
        ]
        if hasMovedOn { for number in 1...6 { expected["Later \(number)"] = "nobody" } }
        for device in [first, second, third] {
            #expect(try authors(device) == expected)
            let status = try device.status()
            for count in ["waiting", "problems", "conflicts"] {
                #expect(status[count]?.int == 0, "\(status.written)")
            }
        }
        let fresh = try Trove(device: "fresh", of: .ann, at: server.url)
        try fresh.prepare("sync\n")
        #expect(try authors(fresh) == expected)
    }

    /// `sync` says what happened, and does not take the device for a copy. The backup can be from
    /// before the first item.
    @Test(arguments: ["", "add book Dune\nsync\n"])
    func syncSaysThatTheServerWasRestored(_ earlier: String) throws {
        let server = try ServerUnderTest()
        let device = try Trove(device: "first", of: .ann, at: server.url, isNew: true)
        try device.prepare(earlier)
        try server.saveStore(as: "early")
        try device.prepare("add book Emma\nadd book Kim\nsync\n")
        try server.restoreStore(from: "early")
        let run = try device.run("sync\ncheck\n").requiring()
        #expect(
            run.errorText
                == "warning: the server was restored from a backup; re-uploaded 2 items it had lost\n",
            "\(run)")
        #expect(run.text.contains(", the same as on \(server.url)"), "\(run)")
    }
}
