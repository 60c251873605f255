import Testing
import TroveTesting

/// A device whose earlier version lacked a built-in kind or field that another device has used.
@Suite(.timeLimit(.minutes(20))) struct UpgradedDeviceTests {
    /// Leaves a library as a version without the read list does.
    private func forgetReadings(of device: Trove) throws {
        _ = try device.sqlite(
            """
            UPDATE shadow SET number = 0 WHERE kind = 'reading';
            DELETE FROM changes WHERE kind = 'reading';
            DROP TABLE reading;
            UPDATE meta SET value = replace(value, substr(value, instr(value, 'reading('),
                instr(value, ' read(') - instr(value, 'reading(') + 1), '') WHERE key = 'kinds'
            """)
    }

    @Test(arguments: [false, true])
    func aKindIsAdopted(_ isChangedMeanwhile: Bool) throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try phone.prepare("add book Dune author:Herbert\nread Dune\nsync")
        try laptop.prepare("sync")
        try forgetReadings(of: laptop)
        if isChangedMeanwhile { try phone.prepare("rate Dune 5\nsync") }
        let rating = isChangedMeanwhile ? "5" : ""
        let reads = try laptop.output(of: "reads", ["--output", "csv"])
        #expect(reads.hasSuffix("read,Dune,Herbert,,,,2026-11-20,\(rating),\n"), "\(reads)")
        let log = try laptop.prepare("reads\nlog\ncheck")
        #expect(log.text.contains("Dune") && !log.text.contains("  0  "), "\(log)")
        #expect(log.errorText == "", "\(log)")
        try laptop.prepare("rate Dune 4\nsync\nundo\nsync")
        try phone.prepare("sync\ncheck")
    }

    @Test func aFieldIsAdopted() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try phone.prepare("add book Dune\nset Dune shelves:top\nsync")
        try laptop.prepare("sync")
        _ = try laptop.sqlite(
            """
            DELETE FROM changes WHERE origin IS NOT NULL;
            ALTER TABLE book DROP COLUMN shelves;
            UPDATE meta SET value = replace(value, ',shelves', '') WHERE key = 'kinds'
            """)
        #expect(try laptop.prepare("show Dune").text.contains("top"))
    }
}
