import Testing
import TroveCodecs
import TroveTesting

/// Photos between the devices of an account.
@Suite(.timeLimit(.minutes(20))) struct PhotoTravelTests {
    private static let picture = PictureFixture.png(width: 6, height: 4) { column, _ in
        UInt8(column * 40)
    }
    private let world: SyncWorld
    private let proxy: FaultProxy
    /// Reaches the server through the proxy.
    private let laptop: Trove
    private let phone: Trove

    init() throws {
        world = try SyncWorld()
        proxy = try FaultProxy(to: world.server.port)
        laptop = try world.signedUp("laptop", at: proxy.url)
        phone = try world.loggedIn("phone")
        try laptop.scratch.write(Self.picture, to: "work/ruby.png")
    }

    private static let file = "\(Trove.libraryFolder)/library.db.blobs/\(SHA256(of: picture))"
    private static let put = "PUT /v1/blobs/\(SHA256(of: picture))"

    private func hasPicture(_ trove: Trove) throws -> Bool {
        try trove.scratch.exists(Self.file) && trove.scratch.readBytes(Self.file) == Self.picture
    }

    @Test func photosReachOtherDevices() throws {
        let laptop = laptop.patient
        let phone = phone.patient
        let added = try laptop.prepare("add gem Ruby photo:ruby.png")
        #expect(added.errorText.isEmpty, "\(added)")
        try phone.prepare("list")
        #expect(!phone.scratch.exists(Self.file))
        #expect(try phone.prepare("status").text.contains("photos       1 photo waiting\n"))
        #expect(try phone.prepare("queue").text.contains("fetch the photo ruby.png"))
        #expect(try phone.status()["photosWaiting"]?.int == 1)
        let run = try phone.prepare("sync")
        #expect(run.text == "Synced: 1 photo received.\n")
        #expect(try hasPicture(phone))
        #expect(!(try phone.prepare("status").text.contains("photos")))
        #expect(try phone.prepare("sync").text == "Synced.\n")
        // Pictures on the server are not sent again.
        try laptop.prepare("sync")
        #expect(proxy.traffic.requests[Self.put] == 1, "\(proxy.trace)")
    }

    @Test func offlinePhotosAreSentLater() throws {
        let run = try laptop.prepare("net off\nadd gem Ruby photo:ruby.png\nqueue")
        #expect(run.text.contains("send the photo ruby.png"))
        #expect(run.errorText.contains("1 change and 1 photo are queued"), "\(run)")
        #expect(
            try laptop.prepare("sync").text == "Synced: 1 change sent, 1 photo sent.\n")
        #expect(try phone.prepare("sync").text == "Synced: 1 item received, 1 photo received.\n")
        #expect(try hasPicture(phone))
    }

    /// At a prompt, pictures are transferred without a command.
    @Test func promptsTransferPhotosInTheBackground() throws {
        let session = try laptop.openTrove()
        try phone.scratch.write(Self.picture, to: "work/ruby.png")
        try phone.prepare("add gem Ruby photo:ruby.png")
        try proxy.wait(for: "the picture in the folder") { _ in
            laptop.scratch.exists(Self.file)
        }
        #expect(try hasPicture(laptop))
        try session.type("quit\r")
        #expect(try session.waitForExit() == .success)
    }

    @Test func aDamagedPictureIsFetchedAgain() throws {
        try laptop.prepare("add gem Ruby photo:ruby.png\nsync")
        try laptop.scratch.write(Array(Self.picture.dropLast(9)), to: Self.file)
        let session = try laptop.openTrove()
        try session.enter("show Ruby")
        try session.waitUntil(
            shows: "the library's copy is damaged; `sync` tries to download it again")
        try session.enter("sync")
        try session.waitUntil(shows: "1 photo received")
        #expect(try hasPicture(laptop))
        try session.type("quit\r")
        #expect(try session.waitForExit() == .success)
    }

    @Test func aKilledServerReceivesItLater() throws {
        proxy.schedule = .next(Self.put, .swallow(.seconds(60)))
        let running = try laptop.program.start(["-c", "add gem Ruby photo:ruby.png", "-c", "sync"])
        try proxy.wait(forRequests: 1, Self.put)
        try world.server.kill()
        proxy.resetConnections()
        let run = try running.waitForExit().requiring()
        #expect(run.text.contains("1 photo waiting"), "\(run)")
        try world.server.start()
        proxy.heal()
        // The change was not delayed.
        try phone.prepare("list")
        #expect(try phone.titles() == ["Ruby"])
        #expect(try laptop.prepare("sync").text == "Synced: 1 photo sent.\n")
        try phone.prepare("sync")
        #expect(try hasPicture(phone))
    }

    @Test func aLostReplyDoesNoHarm() throws {
        proxy.schedule = .next(Self.put, .loseReply)
        try laptop.prepare("add gem Ruby photo:ruby.png")
        try laptop.prepare("sync")
        #expect(try laptop.status()["photosWaiting"]?.int == 0)
        try phone.prepare("sync")
        #expect(try hasPicture(phone))
    }

    @Test func anOversizedPhotoIsKeptAndReported() throws {
        try laptop.scratch.write(
            PictureFixture.png(width: 2200, height: 2000) { column, row in
                UInt8(truncatingIfNeeded: column &* row)
            }, to: "work/large.png")
        let run = try laptop.prepare("add gem Opal photo:large.png\nadd gem Ruby photo:ruby.png")
        #expect(
            run.errorText.contains(
                "warning: the photo large.png was not synced: the server accepts pictures of at most 4 MiB; resize it, and set it again\n"
            ))
        #expect(run.errorText.contains("warning: 1 photo is queued"), "\(run)")
        // Neither the changes nor the other picture are delayed.
        try phone.prepare("sync")
        #expect(try phone.titles().sorted() == ["Opal", "Ruby"])
        #expect(try hasPicture(phone))
    }

    /// A server restored from a backup without the picture receives it again.
    @Test func aRestoredServerReceivesItAgain() throws {
        try laptop.prepare("add gem Opal\nsync")
        try world.server.saveStore(as: "early")
        try laptop.prepare("add gem Ruby photo:ruby.png\nsync")
        try world.server.restoreStore(from: "early")
        try laptop.prepare("sync\nsync")
        try phone.prepare("sync")
        #expect(try hasPicture(phone))
    }
}
