import Testing
import TroveTesting

/// A device whose disk is full while others send changes.
@Suite(.timeLimit(.minutes(20))) struct FullDiskTests {
    /// The device says that it cannot store the changes, and does not blame the server.
    @Test(.enabled(if: Tools.mounting != nil))
    func changesThatCannotBeStoredAreNotTheServersFault() throws {
        let options = try #require(Tools.mounting)
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        let script = (1...500).map {
            "add gem G\($0) description:\"\(String(repeating: "n", count: 1000))\"\n"
        }
        try laptop.prepare(script.joined() + "sync")
        let disk = try phone.scratch.makeDirectory("disk")
        // The mount disappears with its shell.
        var mount = try phone.other("unshare")
        mount.environment["TROVE"] = phone.program.path
        let terminal = try mount.openTerminal([
            options, "/bin/sh", "-c",
            """
            mount -t tmpfs -o size=1m tmpfs '\(disk)' || exit 99
            cp '\(phone.scratch.path(Trove.libraryFolder))'/library.db* '\(disk)'
            exec "$TROVE" --library '\(disk)/library.db'
            """,
        ])
        try terminal.waitUntil(shows: "Offline: changes cannot be stored", timeLimit: .seconds(60))
        try terminal.waitUntil(cursorFollows: "[offline]> ", timeLimit: .seconds(60))
        try terminal.enter("status")
        try terminal.waitUntil(shows: "changes cannot be stored: the disk", timeLimit: .seconds(60))
        #expect(!terminal.screen.contains("invalid response"), "\(terminal.screen)")
        try terminal.enter("quit")
        try terminal.waitForExit(timeLimit: .seconds(60))
        try phone.prepare("sync")
        #expect(try phone.prepare("count gems").text == "500\n")
    }

    /// A query answers from the local copy when there is no room even for the files beside it.
    @Test(.enabled(if: Tools.mounting != nil)) func queriesAnswerFromTheLocalCopy() throws {
        let options = try #require(Tools.mounting)
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try laptop.prepare("add gem Opal\nsync")
        try phone.prepare("sync")
        try laptop.prepare("add gem Ruby\nsync")
        let disk = try phone.scratch.makeDirectory("disk")
        // The mount disappears with its shell.
        var mount = try phone.other("unshare")
        mount.environment["TROVE"] = phone.program.path
        let result = try mount.run([
            options, "/bin/sh", "-c",
            """
            mount -t tmpfs -o size=1m tmpfs '\(disk)' || exit 99
            cp '\(phone.scratch.path(Trove.libraryFolder))'/library.db '\(disk)'
            cat /dev/zero >'\(disk)/filler' 2>&-
            "$TROVE" --library '\(disk)/library.db' -c 'list gems' -c quit || exit 98
            "$TROVE" --library '\(disk)/library.db' -c 'add gem Onyx' && exit 97
            rm '\(disk)/filler'
            "$TROVE" --library '\(disk)/library.db' -c 'list gems'
            """,
        ])
        #expect(result.status == .success, "\(result)")
        #expect(result.errorText.contains("changes cannot be stored: the disk"), "\(result)")
        #expect(result.lines.count { $0.contains("Opal") } == 2, "\(result)")
        #expect(result.lines.count { $0.contains("Ruby") } == 1, "\(result)")
        #expect(!result.text.contains("Onyx"), "\(result)")
    }
}
