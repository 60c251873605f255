import Testing
import TroveTesting

/// A device whose disk is full while others send changes.
@Suite(.timeLimit(.minutes(20))) struct FullDiskTests {
    /// Prepares a shell script with a small disk in `$DISK`, which has a copy of the library of a
    /// device. The disk disappears with the shell.
    ///
    /// - Returns: The program to run, and its arguments.
    private func onSmallDisk(
        _ script: String, of device: Trove
    ) throws -> (program: ProgramUnderTest, arguments: [String]) {
        let options = try #require(Tools.mounting)
        var mount = try device.other("unshare")
        mount.environment["TROVE"] = device.program.path
        mount.environment["DISK"] = try device.scratch.makeDirectory("disk")
        let prepare = """
            mount -t tmpfs -o size=1m tmpfs "$DISK" || exit 99
            cp '\(device.scratch.path(Trove.libraryFolder))'/library.db* "$DISK" || exit 98

            """
        return (mount, [options, "/bin/sh", "-c", prepare + script])
    }

    /// The device says that it cannot store the changes, and does not blame the server.
    @Test(.enabled(if: Tools.mounting != nil))
    func changesThatCannotBeStoredAreNotTheServersFault() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        let script = (1...500).map {
            "add gem G\($0) description:\"\(String(repeating: "n", count: 1000))\"\n"
        }
        try laptop.prepare(script.joined() + "sync")
        let (shell, arguments) = try onSmallDisk(
            "exec \"$TROVE\" --library \"$DISK/library.db\"", of: phone)
        let terminal = try shell.openTerminal(arguments)
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
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try laptop.prepare("add gem Opal\nsync")
        try phone.prepare("sync")
        try laptop.prepare("add gem Ruby\nsync")
        let (shell, arguments) = try onSmallDisk(
            """
            cat /dev/zero >"$DISK/filler" 2>&-
            "$TROVE" --library "$DISK/library.db" -c 'list gems' -c quit || exit 97
            "$TROVE" --library "$DISK/library.db" -c 'add gem Onyx' && exit 96
            rm "$DISK/filler"
            "$TROVE" --library "$DISK/library.db" -c 'list gems'
            """, of: phone)
        let result = try shell.run(arguments)
        #expect(result.status == .success, "\(result)")
        #expect(result.errorText.contains("changes cannot be stored: the disk"), "\(result)")
        #expect(result.lines.count { $0.contains("Opal") } == 2, "\(result)")
        #expect(result.lines.count { $0.contains("Ruby") } == 1, "\(result)")
        #expect(!result.text.contains("Onyx"), "\(result)")
    }
}
