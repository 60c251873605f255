import Testing
import TroveCodecs
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting
import TroveWire

/// The server's store file: created, opened, rejected, truncated and full.
struct StoreFileTests {
    let folder: ScratchDirectory
    let path: String

    init() throws {
        folder = try ScratchDirectory(name: "trove-server-file")
        path = folder.path("server.db")
    }

    // MARK: Opening

    @Test func isReadableOnlyByItsOwner() throws {
        _ = try ServerStore.open(path)
        #expect(try folder.permissions(of: "server.db") == 0o600)
        let connection = try Connection(path: path, access: .readOnly)
        #expect(try connection.integer("PRAGMA application_id") == 0x5472_5376)
        #expect(try connection.integer("PRAGMA user_version") == 8)
        #expect(try connection.texts("PRAGMA journal_mode") == ["wal"])
    }

    @Test func keepsItsContent() throws {
        let first = TestServer(store: try .open(path))
        let laptop = try first.signUp()
        let cursor = try laptop.push(laptop.create(id(1), ("title", "Dune"))).cursor
        let second = TestServer(store: try .open(path), seed: 2)
        let again = TestDevice(at: second, like: laptop)
        #expect(try again.entry(id(1))?["title"] == "Dune")
        #expect(try again.changes(since: cursor).entries.isEmpty)
        #expect(try again.push(again.skip()).acknowledged == 2)
    }

    /// A server keeps its identity wherever its store or a copy of it is opened; another store is
    /// another server.
    @Test func saysWhichServerItIs() throws {
        let hello = { (server: TestServer) in
            try #require(server.ask("GET", "/v1/hello").message { $0 }["server"]?.text)
        }
        let first = try hello(TestServer(store: .open(path)))
        #expect(first.count == 32 && first.allSatisfy(\.isHexDigit))
        #expect(try hello(TestServer(store: .open(path))) == first)
        try ServerStore.open(path).file?.backup(to: folder.path("copy.db"))
        #expect(try hello(TestServer(store: .open(folder.path("copy.db")))) == first)
        #expect(try hello(TestServer(store: .open(folder.path("other.db")))) != first)
    }

    /// An empty store in place of a lost one, for example of a disk that is not mounted, would take
    /// what devices send.
    @Test(arguments: [false, true]) func aLostStoreIsNotMadeAnew(_ isEmptied: Bool) throws {
        do { _ = try ServerStore.open(path) }
        let content = try folder.readBytes("server.db")
        if isEmptied { try folder.write("", to: "server.db") } else { folder.remove("server.db") }
        let files = folder.files()
        #expect(throws: StoreError.hasOnlyGuard(path)) { try ServerStore.open(path) }
        #expect(folder.files() == files)
        try folder.write(content, to: "server.db")
        do { _ = try ServerStore.open(path) }
        // The message says how to begin anew.
        for name in ["server.db", "server.db-guard"] { folder.remove(name) }
        _ = try ServerStore.open(path)
    }

    /// Files that are not a server's store.
    static let foreign: [Case<String, StoreError?>] = [
        Case("another program's", "PRAGMA application_id = 7; CREATE TABLE t (a)", nil),
        Case("a library", "PRAGMA application_id = 0x54726F76; CREATE TABLE t (a)", nil),
        Case("no program's", "CREATE TABLE t (a)", nil),
        Case(
            "a newer server's", "PRAGMA application_id = 0x54725376; PRAGMA user_version = 99",
            .isNewer("", version: 99, known: 8)),
    ]

    @Test(arguments: foreign) func leavesOtherFilesAlone(_ file: Case<String, StoreError?>) throws {
        do {
            let connection = try Connection(path: path, access: .create)
            try connection.execute(file.input)
        }
        let before = try folder.readBytes("server.db")
        let expected: StoreError =
            if case .isNewer(_, let version, let known)? = file.expected {
                .isNewer(path, version: version, known: known)
            } else {
                .isForeign(path)
            }
        #expect(throws: expected) { try ServerStore.open(path) }
        #expect(try folder.readBytes("server.db") == before)
        #expect(folder.files() == ["server.db"])
    }

    @Test func anInvalidVersionIsDamage() throws {
        _ = try ServerStore.open(path)
        do {
            let connection = try Connection(path: path, access: .readWrite)
            try connection.execute("PRAGMA user_version = -1")
        }
        #expect(throws: StoreError.isDamaged(path, detail: "its version is -1")) {
            try ServerStore.open(path)
        }
    }

    /// Objects that could be planted in a store to run code.
    static let active = [
        Case(
            "a trigger", "CREATE TRIGGER other AFTER INSERT ON entries BEGIN SELECT 1; END", "other"
        ),
        Case("a view", "CREATE VIEW other AS SELECT * FROM users", "other"),
        Case("a virtual table", "CREATE VIRTUAL TABLE other USING dbstat", "other"),
    ]

    @Test(arguments: active) func rejectsAnActiveSchema(_ file: Case<String, String>) throws {
        _ = try ServerStore.open(path)
        do {
            let connection = try Connection(path: path, access: .readWrite)
            try connection.execute(file.input)
        }
        #expect(throws: StoreError.hasActiveSchema(path, names: [file.expected])) {
            try ServerStore.open(path)
        }
    }

    /// A trigger created while the server runs does not run.
    @Test func runsNoTriggers() throws {
        let server = TestServer(store: try .open(path))
        let laptop = try server.signUp()
        let other = try Connection(path: path, access: .readWrite)
        try other.execute(
            "CREATE TRIGGER other BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END")
        #expect(try laptop.run(laptop.create(id(1), ("title", "Dune"))).status == .applied)
    }

    @Test func rejectsOtherFiles() throws {
        try folder.write(
            "This is a letter and no database. It is long enough to be one.", to: "server.db")
        #expect(throws: StoreError.isForeign(path)) { try ServerStore.open(path) }
        try folder.makeDirectory("folder")
        #expect(throws: StoreError.notAFile(folder.path("folder"))) {
            try ServerStore.open(folder.path("folder"))
        }
        #expect(throws: StoreError.hasNoFolder(folder.path("none/server.db"))) {
            try ServerStore.open(folder.path("none/server.db"))
        }
    }

    // MARK: Power cuts

    /// Two pushes, the second only partly in the file, as after a power cut: the log is truncated
    /// at and within each of its pages.
    @Test func aPushIsAtomic() throws {
        let server = TestServer(store: try .open(path))
        let laptop = try server.signUp()
        let first = try laptop.push(laptop.create(id(1), ("title", "Dune"))).cursor
        let before = try folder.readBytes("server.db-wal").count
        laptop.cursor = first
        let operations = [
            laptop.create(id(2), kind: "gem", ("name", "Ruby")),
            laptop.update(id(1), base: 1, ("pages", 9)), laptop.delete(id(1), base: 3),
        ]
        let second = try laptop.tryPush(operations).message(PushReply.init)
        let log = try folder.readBytes("server.db-wal")
        let file = try folder.readBytes("server.db")
        #expect(log.count > before)
        for length in stride(from: before, through: log.count, by: 1373) + [log.count] {
            let cut = try ScratchDirectory(name: "trove-server-cut")
            try cut.write(file, to: "server.db")
            try cut.write(Array(log.prefix(length)), to: "server.db-wal")
            let restored = TestServer(store: try .open(cut.path("server.db")), seed: 2)
            let again = TestDevice(at: restored, like: laptop)
            let next = try again.changes(since: first).next
            #expect(next == (length == log.count ? second.cursor : first))
            // The device has no reply, and pushes again.
            let repeated = try again.tryPush(operations).message(PushReply.init)
            #expect(repeated.cursor == second.cursor)
            #expect(repeated.results.map(\.version) == second.results.map(\.version))
            #expect(
                repeated.results.map(\.isDuplicate)
                    == Array(repeating: length == log.count, count: 3))
            #expect(try again.everything() == laptop.everything())
        }
    }

    @Test func anUnfinishedTransactionIsNotSeen() throws {
        let server = TestServer(store: try .open(path))
        let laptop = try server.signUp()
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
        do {
            let other = try Connection(path: path, access: .readWrite)
            try other.execute("BEGIN IMMEDIATE; UPDATE users SET seq = 7; DELETE FROM entries")
            #expect(try laptop.changes().next.sequence == 1)
            #expect(try laptop.everything().count == 1)
        }
        #expect(try laptop.push(laptop.skip()).cursor.sequence == 2)
    }

    // MARK: A full disk

    @Test func aFullDiskLeavesNothingHalfDone() throws {
        let store = try ServerStore.open(path)
        let file = try #require(store.file)
        try file.limit(pages: try file.pages + 10)
        let server = TestServer(store: store)
        let laptop = try server.signUp()
        let note = ("note", JSON.string(String(repeating: "x", count: 3000)))
        var reached = Cursor.start(of: laptop.epoch)
        var number: UInt64 = 0
        var last: [PushOperation] = []
        while true {
            last = (0..<4).map { _ in
                number += 1
                return laptop.create(id(number), ("title", .string("\(number)")), note)
            }
            let answer = laptop.tryPush(last)
            guard answer.status == 200 else {
                #expect(answer.status == 507 && answer.code == "trouble")
                #expect(answer.header("Retry-After") == "60")
                break
            }
            reached = try answer.message(PushReply.init).cursor
            guard number < 1000 else {
                Issue.record("the disk is never full")
                return
            }
        }
        // Existing data can be read, but nothing can be added.
        let page = try laptop.changes(since: reached)
        #expect(page.entries.isEmpty && page.next == reached)
        #expect(page.acknowledged == Int(number) - 4)
        #expect(try laptop.everything().count == Int(number) - 4)
        #expect(laptop.tryPush(last).status == 507)
        server.pass(seconds: 120)
        #expect(try laptop.changes(since: reached).next == reached)
        #expect(laptop.ask("GET", "/v1/account").status == 200)
        #expect(throws: ServerRefusal.self) {
            _ = try server.signUp("bea@example.org")
            for number in 0..<200 { _ = try server.logIn(device: "\(number)") }
        }
        // With room again, the same push succeeds.
        try server.core.withStore { store in try store.file?.limit(pages: nil) }
        let reply = try laptop.tryPush(last).message(PushReply.init)
        #expect(reply.results.allSatisfy { $0.status == .applied && !$0.isDuplicate })
        #expect(reply.cursor.sequence.rawValue == Int(number))
        #expect(try laptop.everything().count == Int(number))
    }

    @Test func aBusyFileIsRetried() throws {
        let server = TestServer(store: try .open(path))
        let laptop = try server.signUp()
        try server.core.withStore { store in store.file?.waitForLocks(milliseconds: 0) }
        let other = try Connection(path: path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let operation = laptop.create(id(1), ("title", "Dune"))
        let answer = laptop.tryPush([operation])
        #expect(answer.status == 503 && answer.header("Retry-After") == "1")
        #expect(try laptop.changes().next.sequence == 0)
        try other.execute("COMMIT")
        #expect(try laptop.push(operation).results[0].isDuplicate == false)
    }

    @Test func aDamagedRowIsAnError() throws {
        let server = TestServer(store: try .open(path))
        let laptop = try server.signUp()
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
        let other = try Connection(path: path, access: .readWrite)
        try other.execute("UPDATE entries SET fields = '[7'")
        let answer = laptop.tryPush([laptop.update(id(1), base: 1, ("pages", 3))])
        #expect(answer.status == 500 && answer.code == "trouble")
        try other.execute("UPDATE entries SET fields = '{\"title\":\"Dune\"}', versions = '[1]'")
        laptop.number -= 1
        #expect(laptop.tryPush([laptop.update(id(1), base: 1, ("pages", 3))]).status == 500)
        try other.execute("UPDATE entries SET versions = NULL")
        laptop.number -= 1
        #expect(try laptop.run(laptop.update(id(1), base: 1, ("pages", 3))).status == .applied)
    }

    /// Invitations that have expired are deleted once a day.
    @Test func expiredInvitationsAreDeleted() throws {
        let server = TestServer(store: try .open(path)) { $0.signup = .invite }
        func count() throws -> Int? {
            try Connection(path: path, access: .readOnly).integer(
                "SELECT count(*) FROM invitations")
        }
        _ = try ServerStore.open(path).invite(at: server.now)
        server.pass(days: 20)
        _ = try ServerStore.open(path).invite(at: server.now)
        try server.core.collectGarbage()
        #expect(try count() == 2)
        server.pass(days: 20)
        try server.core.collectGarbage()
        #expect(try count() == 1)
    }

    // MARK: Statements

    /// Every statement for requests filters by user, and finds its rows by an index.
    @Test func everyStatementFiltersByUserAndUsesAnIndex() throws {
        let server = TestServer(store: try .open(path)) { $0.signup = .invite }
        let invitation = try ServerStore.open(path).invite(at: server.now)
        let credentials = Credentials(
            name: "Ann", email: "ann@example.org", password: "a good password", device: "laptop",
            invitation: invitation)
        let login = try server.ask("POST", "/v1/signup", body: credentials.bytes)
            .message(LoginReply.init)
        let laptop = TestDevice(server, login, name: "laptop")
        let phone = try server.logIn()
        _ = try laptop.push(
            laptop.create(id(1), kind: "gem", ("name", "Ruby")),
            laptop.update(id(1), kind: "gem", base: 1, ("name", "Rubin")),
            laptop.delete(id(1), kind: "gem", base: 2),
            laptop.update(id(9), base: 0, ("title", "x")))
        laptop.number = 0
        _ = try laptop.push(laptop.create(id(1), kind: "gem", ("name", "Ruby")))
        let seen = try phone.changes().next
        _ = try phone.changes(since: seen)
        _ = try phone.everything()
        for route in Route.allCases { _ = phone.ask(route.method, route.path) }
        let hash = TestBlob.hash(of: [1])
        _ = laptop.ask("PUT", "/v1/blobs/\(hash)", body: [1])
        _ = laptop.ask("GET", "/v1/blobs/\(hash)")
        _ = laptop.ask("DELETE", "/v1/devices/\(phone.id)")
        server.pass(seconds: 60)
        let body = JSON.object([
            JSON.Member("old", "a good password"), JSON.Member("new", "a better password"),
        ]).bytes
        _ = laptop.ask("POST", "/v1/password", body: body)
        try server.core.collectGarbage(days: 0)

        let statements = try server.core.withStore { $0.prepared }
        #expect(statements.count > 40)
        let connection = try Connection(path: path, access: .readOnly)
        let owned = ["devices", "entries", "ledger", "names", "blobs"]
        for sql in statements {
            let words = sql.split { !$0.isLetter && $0 != "_" }
            if words.contains(where: { owned.contains(String($0)) }) {
                #expect(
                    sql.contains(/WHERE (t\.)?user_id = \?1/) || sql.contains("(user_id, "),
                    "\(sql)")
            }
            for step in try connection.plan(of: sql) {
                let isForAll =
                    sql.hasPrefix("SELECT user_id FROM users") || sql.contains("failures")
                    || sql == "SELECT id FROM server" || sql.contains("invitations WHERE created")
                #expect(!step.contains("SCAN") || isForAll, "\(sql): \(step)")
                #expect(!step.contains("TEMP B-TREE"), "\(sql): \(step)")
            }
        }
    }
}

extension Connection {
    /// Returns SQLite's query plan for a statement.
    fileprivate func plan(of sql: String) throws -> [String] {
        let statement = try prepare("EXPLAIN QUERY PLAN \(sql)")
        var steps: [String] = []
        while try statement.step() { steps.append(statement.text(3) ?? "") }
        return steps
    }
}
