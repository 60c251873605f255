import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// Pictures are transferred beside the changes that name them.
@Suite struct EnginePhotoTests {
    private let scratch: ScratchDirectory
    private let rig: EngineRig
    private let picture = PictureFixture.png(width: 6, height: 4) { column, _ in UInt8(column) }
    private let blobs: BlobFolder

    init() throws {
        scratch = try ScratchDirectory()
        rig = try EngineRig(isPolling: true, location: .file(scratch.path("library.db")))
        blobs = try #require(rig.library.blobs)
    }

    private func path(_ bytes: [UInt8]) -> String { "/v1/blobs/\(SHA256(of: bytes))" }
    private var put: String { "PUT \(path(picture))" }
    private var get: String { "GET \(path(picture))" }

    private func value(_ bytes: [UInt8]) -> String {
        PhotoValue(name: "ruby.png", digest: SHA256(of: bytes)).text
    }

    /// Adds a gem with a picture in the library's folder.
    private func add(_ name: String, photo bytes: [UInt8]) throws {
        try blobs.keep(bytes, as: SHA256(of: bytes))
        try rig.library.begin()
        let number = try rig.library.takeNumber()
        let kind = rig.library.catalog.kinds[EngineRig.gem]
        var values: [Value?] = kind.fields.map { _ in nil }
        values[Kind.titleIndex] = .text(name)
        values[try #require(kind.index(ofRole: .photo))] = .text(value(bytes))
        let item = Item(
            kind: EngineRig.gem, number: number, id: EngineRig.id(number), values: values)
        try rig.library.perform([.create(item)], rig.authorship)
        try rig.library.commit()
        try rig.engine.handle(.advanced, at: rig.now)
    }

    /// Acknowledges the push of one operation.
    private func takePush(_ number: Int, before: Int) throws {
        try rig.answer(
            "POST /v1/push",
            EngineRig.pushReply(
                before: before, ack: number, [EngineRig.applied(number, version: before + 1)]))
    }

    /// Simulates another device that adds a gem with a picture.
    private func receive(_ bytes: [UInt8]) throws {
        let entry = """
            {"kind":"gem","id":"\(EngineRig.id(90))","ver":6,"by":"phone",\
            "fields":{"name":"Ruby","photo":"\(value(bytes))"}}
            """
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 6, [entry]))
        _ = rig.takeEvents()
    }

    private func passPhotoPause() throws {
        rig.uptime = max(rig.uptime, try #require(rig.engine.photosWakeAt))
        try rig.engine.handle(.advanced, at: rig.now)
    }

    private func troubles() -> [PhotoTrouble] {
        rig.takeEvents().compactMap { event in
            if case .photoStays(_, let trouble) = event { trouble } else { nil }
        }
    }

    @Test func aPictureFollowsTheChangeThatNamesIt() throws {
        try add("Ruby", photo: picture)
        #expect(rig.asked.contains("POST /v1/push") && !rig.asked.contains(put))
        try takePush(1, before: 5)
        let request = try rig.request(put).request
        #expect(request.body == picture)
        #expect(
            request.headers.contains {
                $0.name == "Content-Type" && $0.value == "application/octet-stream"
            })
        #expect(try rig.engine.waitingPhotos(at: rig.now).count == 1)
        try rig.answer(put, status: 204)
        #expect(try rig.engine.waitingPhotos(at: rig.now).isEmpty)
        #expect(try rig.library.photos.onServer() == [SHA256(of: picture)])
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        #expect(!rig.asked.contains(put), "what the server has is not sent again")
    }

    @Test func anotherDevicesPictureIsFetched() throws {
        try receive(picture)
        try rig.answer(get, bytes: picture)
        #expect(try blobs.read(SHA256(of: picture)) == picture)
        #expect(try rig.engine.waitingPhotos(at: rig.now).isEmpty)
        #expect(rig.engine.takePhotoCount().received == 1)
    }

    /// A downloaded picture must match its digest, and be complete.
    @Test(arguments: [true, false]) func aWrongPictureIsNotKept(_ hasTheDigest: Bool) throws {
        let bad = Array("no picture".utf8)
        let named = hasTheDigest ? bad : picture
        try receive(named)
        try rig.answer("GET \(path(named))", bytes: bad)
        #expect(!blobs.has(SHA256(of: named)))
        #expect(troubles() == [.isWrong])
        #expect(rig.engine.state == .online)
        #expect(!rig.asked.contains("GET \(path(named))"))
        // Tried again later, and reported once.
        try passPhotoPause()
        try rig.answer("GET \(path(named))", bytes: bad)
        #expect(troubles().isEmpty)
        #expect(!blobs.has(SHA256(of: named)))
    }

    @Test func aMissingPictureIsRequestedAgain() throws {
        try receive(picture)
        try rig.refuse(get, 404, "not_found")
        #expect(troubles().isEmpty, "that is no news")
        #expect(!rig.asked.contains(get))
        try passPhotoPause()
        try rig.answer(get, bytes: picture)
        #expect(blobs.has(SHA256(of: picture)))
    }

    /// Problems with pictures do not delay changes.
    @Test(arguments: [(413, PhotoTrouble.noRoom), (404, .takesNone), (403, .refused("no"))])
    func aRefusalDelaysNothingElse(_ status: Int, _ trouble: PhotoTrouble) throws {
        try add("Ruby", photo: picture)
        try takePush(1, before: 5)
        try rig.refuse(put, status, "too_large")
        #expect(troubles() == [trouble])
        #expect(rig.engine.state == .online)
        try rig.add("Opal")
        try takePush(2, before: 6)
        #expect(rig.engine.isSettled)
        #expect(try rig.engine.waitingPhotos(at: rig.now).map(\.trouble) == [trouble])
        try passPhotoPause()
        try rig.refuse(put, status, "too_large")
        #expect(troubles().isEmpty, "it was told")
        try passPhotoPause()
        try rig.answer(put, status: 204)
        #expect(try rig.engine.waitingPhotos(at: rig.now).isEmpty)
    }

    @Test func aFullQuotaStopsFurtherUploads() throws {
        let other = PictureFixture.png(width: 3, height: 3) { _, _ in 7 }
        try add("Ruby", photo: picture)
        try takePush(1, before: 5)
        try add("Opal", photo: other)
        try takePush(2, before: 6)
        try rig.refuse(put, 413, "too_large")
        #expect(!rig.asked.contains("PUT \(path(other))"))
    }

    @Test func oversizedPicturesAreNotSent() throws {
        let large = picture + [UInt8](repeating: 0, count: Limits.blob)
        try add("Ruby", photo: large)
        try takePush(1, before: 5)
        #expect(!rig.asked.contains("PUT \(path(large))"))
        #expect(troubles() == [.isTooLarge(limit: Limits.blob)])
    }

    @Test func interruptedUploadsAreRepeated() throws {
        try add("Ruby", photo: picture)
        try takePush(1, before: 5)
        try rig.fail(put, .cutOff, mayHaveArrived: true)
        #expect(rig.engine.state == .online && troubles().isEmpty)
        #expect(!rig.asked.contains(put))
        try passPhotoPause()
        try rig.answer(put, status: 204)
        #expect(rig.engine.takePhotoCount().sent == 1)
    }

    @Test func aDamagedCopyIsFetched() throws {
        try add("Ruby", photo: picture)
        try scratch.write([1, 2], to: "library.db.blobs/\(SHA256(of: picture))")
        try takePush(1, before: 5)
        try rig.answer(get, bytes: picture)
        #expect(try blobs.read(SHA256(of: picture)) == picture)
    }

    // MARK: Trust in the server

    private func sendOne() throws {
        try add("Ruby", photo: picture)
        try takePush(1, before: 5)
        try rig.answer(put, status: 204)
        try #require(try rig.library.photos.onServer().count == 1)
    }

    @Test func aRealignmentForgetsUploads() throws {
        try sendOne()
        let cursor = Cursor(epoch: "e2", sequence: 1, mark: 1)
        try rig.library.realignment.begin()
        _ = try rig.library.realignment.finish(
            .rewound, of: rig.library.account?.device, at: cursor, common: 0,
            time: rig.now.time)
        #expect(try rig.library.photos.onServer().isEmpty)
    }

    @Test func connectingElsewhereForgetsUploads() throws {
        try sendOne()
        try rig.library.accountStore.connect(to: EngineRig.server)
        #expect(try rig.library.photos.onServer().count == 1)
        try rig.library.accountStore.connect(to: "http://other")
        #expect(try rig.library.photos.onServer().isEmpty)
    }

    @Test func disconnectingForgetsUploads() throws {
        try sendOne()
        try rig.library.accountStore.disconnect()
        #expect(try rig.library.photos.onServer().isEmpty)
    }

    /// A script transfers pictures only when a command waits for them.
    @Test func aScriptTransfersOnlyOnRequest() throws {
        let folder = try ScratchDirectory()
        let script = try EngineRig(location: .file(folder.path("library.db")))
        let entry = """
            {"kind":"gem","id":"\(EngineRig.id(90))","ver":6,"by":"phone",\
            "fields":{"name":"Ruby","photo":"\(value(picture))"}}
            """
        try script.engine.handle(.refresh(isRequested: false), at: script.now)
        try script.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 6, [entry]))
        #expect(script.asked.isEmpty && script.engine.isSettled)
        try script.engine.handle(.photosRequested, at: script.now)
        #expect(!script.engine.arePhotosSettled(at: script.now))
        try script.answer(get, bytes: picture)
        #expect(script.engine.arePhotosSettled(at: script.now))
    }
}
