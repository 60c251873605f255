import Testing
import TroveCodecs
import TroveModel
import TroveSQLite
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

struct BlobTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
    }

    private func put(_ bytes: [UInt8], hash: String? = nil) -> TestServer.Answer {
        laptop.ask("PUT", "/v1/blobs/\(hash ?? TestBlob.hash(of: bytes))", body: bytes)
    }

    @Test func theHashMatchesTheStandard() throws {
        // FIPS 180-2, appendix B.1.
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(put(Array("abc".utf8), hash: hash).status == 204)
        let answer = laptop.ask("GET", "/v1/blobs/\(hash)")
        #expect(answer.status == 200 && answer.text == "abc")
        #expect(answer.header("Content-Type") == "application/octet-stream")
    }

    @Test func bytesAreReturnedUnchanged() throws {
        for bytes in [[], [0], Array(0...255), Array(repeating: 7, count: Limits.blob)] as [[UInt8]]
        {
            #expect(put(bytes).status == 204)
            #expect(put(bytes).status == 204)
            let answer = laptop.ask("GET", "/v1/blobs/\(TestBlob.hash(of: bytes))")
            #expect(answer.reply.body == bytes)
        }
    }

    @Test func aWrongHashIsRejected() {
        let hash = TestBlob.hash(of: [1])
        let answer = put([2], hash: hash)
        #expect(answer.status == 400 && answer.code == "bad_request")
        #expect(laptop.ask("GET", "/v1/blobs/\(hash)").status == 404)
    }

    @Test(arguments: ["x", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"])
    func invalidHashesAreNotFound(_ hash: String) {
        #expect(put(Array("abc".utf8), hash: hash).status == 404)
        #expect(laptop.ask("GET", "/v1/blobs/\(hash)").status == 404)
    }

    @Test func aBlobsSizeIsLimited() {
        let bytes = [UInt8](repeating: 1, count: Limits.blob + 1)
        let answer = put(bytes)
        #expect(answer.status == 413 && answer.code == "too_large")
    }

    /// A picture whose stored bytes changed counts as missing, until a device uploads it again.
    @Test func aDamagedBlobIsMissing() throws {
        let folder = try ScratchDirectory(name: "trove-blobs")
        let noted = Locked<[String]>([])
        let core = SyncServer(
            store: try .open(folder.path("server.db")), options: TestServer.options,
            now: { Timestamp(milliseconds: TestServer.start) },
            noteDamage: { words in noted.withLock { $0.append(words) } })
        func ask(_ method: String, _ path: String, _ token: String?, _ body: [UInt8]) -> ServerReply
        {
            var answer = core.answer(
                ServerRequest(method: method, path: path, token: token, body: body), isLast: true)
            while case .later(let work) = answer { answer = work() }
            guard case .reply(let reply, _) = answer else { return ServerReply(status: 0) }
            return reply
        }
        let credentials = Credentials(
            name: "Ann", email: "ann@example.org", password: "a good password", device: "x")
        let login = try LoginReply(
            JSON(parsing: ask("POST", "/v1/signup", nil, credentials.bytes).body))
        let bytes = [UInt8](repeating: 7, count: 1000)
        let path = "/v1/blobs/\(TestBlob.hash(of: bytes))"
        #expect(ask("PUT", path, login.token, bytes).status == 204)
        let connection = try Connection(path: folder.path("server.db"), access: .readWrite)
        try connection.execute("UPDATE blobs SET bytes = X'0102'")
        #expect(ask("GET", path, login.token, []).status == 404)
        #expect(noted.withLock { $0.count } == 1)
        #expect(noted.withLock { $0[0].contains(TestBlob.hash(of: bytes)) })
        #expect(ask("PUT", path, login.token, bytes).status == 204)
        #expect(ask("GET", path, login.token, []).body == bytes)
    }

    @Test func aUsersTotalSizeIsLimited() throws {
        let server = TestServer(store: try .forTest()) { $0.blobs = 30_000 }
        let laptop = try server.signUp()
        func put(_ bytes: [UInt8]) -> TestServer.Answer {
            laptop.ask("PUT", "/v1/blobs/\(TestBlob.hash(of: bytes))", body: bytes)
        }
        for number in 0..<3 {
            #expect(put([UInt8](repeating: UInt8(number), count: 10_000)).status == 204)
        }
        let more = put([1])
        #expect(more.status == 413 && more.code == "too_large")
        #expect(laptop.ask("GET", "/v1/blobs/\(TestBlob.hash(of: [1]))").status == 404)
        // A stored blob takes no more space, and other users are not affected.
        #expect(put([UInt8](repeating: 2, count: 10_000)).status == 204)
        let other = try server.signUp("bea@example.org")
        #expect(other.ask("PUT", "/v1/blobs/\(TestBlob.hash(of: [1]))", body: [1]).status == 204)
    }
}
