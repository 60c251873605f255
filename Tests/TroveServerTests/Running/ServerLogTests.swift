import Glibc
import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

@Suite struct ServerLogTests {
    /// Returns the log lines for events, all at the same time.
    private func lines(
        _ format: ServerOptions.LogFormat, _ events: [LogEvent]
    ) throws -> String {
        let scratch = try ScratchDirectory()
        let descriptor = SystemCall.open(scratch.path("log"), O_CREAT | O_WRONLY, 0o600)
        let log = try ServerLog(format, descriptor: descriptor)
        for event in events { log.note(event, at: 1_795_176_000_007) }
        log.close(within: .seconds(30))
        close(descriptor)
        return try scratch.read("log")
    }

    private static let complete = RequestRecord(
        method: "GET", path: "/v1/changes", status: 200, microseconds: 20_003_150, bytes: 34,
        peer: "127.0.0.1", user: 3, isComplete: true)
    private static let broken = RequestRecord(
        method: nil, path: nil, status: nil, microseconds: 7, bytes: 0, peer: "2001:db8::7",
        user: nil, isComplete: false)
    private static let events: [LogEvent] = [
        .start(address: "http://127.0.0.1:7373", store: "/a\"b\n.db"), .request(complete),
        .request(broken), .certificate(problem: nil),
        .certificate(problem: nil, expires: Timestamp(milliseconds: 1_800_000_000_000)),
        .certificate(problem: "no\nkey"),
        .stopping("SIGTERM"), .stopped(isComplete: true), .stopped(isComplete: false), .lost(12),
        .uncheckedHeads,
        .account(.init(.loggedIn, user: 3, device: "01a2", peer: "192.0.2.7")),
        .account(.init(.logInFailed, user: nil, peer: "192.0.2.7")),
        .expiry(Timestamp(milliseconds: 1_800_000_000_000), isOver: false),
        .expiry(Timestamp(milliseconds: 1_700_000_000_000), isOver: true),
        .trouble(problem: "the disk\nis full"), .recovery, .sharedStore("/a.db"), .openPassword,
        .failure(problem: "no\nport", advice: nil),
        .failure(problem: "/a.db is not a store", advice: "move it"),
    ]

    @Test func textForPeople() throws {
        #expect(
            try lines(.text, Self.events) == """
                2026-11-20T12:00:00.007Z start http://127.0.0.1:7373 store /a"b?.db
                2026-11-20T12:00:00.007Z 127.0.0.1 GET /v1/changes 200 20003.1 ms 34 bytes user 3
                2026-11-20T12:00:00.007Z 2001:db8::7 - - - 0.0 ms 0 bytes incomplete
                2026-11-20T12:00:00.007Z certificate reloaded
                2026-11-20T12:00:00.007Z certificate reloaded; it expires at 2027-01-15T08:00:00Z
                2026-11-20T12:00:00.007Z certificate not reloaded: no?key
                2026-11-20T12:00:00.007Z stopping on SIGTERM
                2026-11-20T12:00:00.007Z stopped
                2026-11-20T12:00:00.007Z stopped before all requests were answered
                2026-11-20T12:00:00.007Z 12 log lines were lost
                2026-11-20T12:00:00.007Z warning: the installed libmicrohttpd accepts malformed \
                request heads; put a proxy that normalizes requests in front of this \
                server. Until then each connection closes after one request
                2026-11-20T12:00:00.007Z account logged-in from 192.0.2.7 user 3 device 01a2
                2026-11-20T12:00:00.007Z account log-in-failed from 192.0.2.7
                2026-11-20T12:00:00.007Z warning: the certificate expires at 2027-01-15T08:00:00Z; \
                replace its files, then send SIGHUP or restart the service
                2026-11-20T12:00:00.007Z warning: the certificate expired at 2023-11-14T22:13:20Z, \
                so devices refuse it; replace its files, then send SIGHUP or restart the service
                2026-11-20T12:00:00.007Z the store cannot be used: the disk?is full
                2026-11-20T12:00:00.007Z the store can be used again
                2026-11-20T12:00:00.007Z warning: another program has /a.db open; \
                only one server may use a file
                2026-11-20T12:00:00.007Z warning: other users of this machine can see the password \
                of the database in the command line; PGPASSFILE or PGPASSWORD hides it
                2026-11-20T12:00:00.007Z error: no?port
                2026-11-20T12:00:00.007Z error: /a.db is not a store; move it

                """)
    }

    @Test func jsonForPrograms() throws {
        let text = try lines(.json, Self.events)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == Self.events.count + 1 && lines.last == "")
        for line in lines.dropLast() {
            let json = try JSON(parsing: Array(line.utf8))
            #expect(json["time"]?.text == "2026-11-20T12:00:00.007Z")
            #expect(json["event"]?.text != nil)
        }
        #expect(
            lines[1] == #"{"time":"2026-11-20T12:00:00.007Z","event":"request","peer":"127.0.0.1","#
                + #""method":"GET","path":"/v1/changes","status":200,"ms":20003.1,"bytes":34,"#
                + #""user":3}"#)
        #expect(
            lines[2] == #"{"time":"2026-11-20T12:00:00.007Z","event":"request","#
                + #""peer":"2001:db8::7","ms":0.0,"bytes":0,"incomplete":true}"#)
    }

    @Test func longPathsAreTruncated() throws {
        let path = "/" + String(repeating: "x", count: 10_000)
        let record = RequestRecord(
            method: "GET", path: path, status: 404, microseconds: 0, bytes: 0, peer: "127.0.0.1",
            user: nil, isComplete: true)
        #expect(try lines(.text, [.request(record)]).utf8.count < 400)
    }

    /// The pipe is not read until the log is closed: a log that waited for its reader would never
    /// return. Lost lines are counted.
    @Test(.timeLimit(.minutes(20))) func anUnreadLogBlocksNothing() throws {
        var ends: [Int32] = [-1, -1]
        // The call stores two numbers.
        try #require(unsafe pipe(&ends) == 0)
        let log = try ServerLog(.text, descriptor: ends[1])
        let line = LogEvent.stopping(String(repeating: "x", count: 1000))
        for _ in 0..<10_000 { log.note(line) }
        log.close(within: .milliseconds(50))
        // When the log is finally read, the kept lines come first, and then the number of lost
        // ones.
        var text: [UInt8] = []
        while !String(decoding: text.suffix(100), as: UTF8.self).hasSuffix("lost\n") {
            var count = 0
            // `read` fills at most `buffer.count` bytes and returns how many.
            text += unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe read(ends[0], buffer.baseAddress, buffer.count)
                filled = max(count, 0)
            }
            try #require(count > 0)
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let lost = lines.compactMap { line -> Int? in
            guard line.hasSuffix(" log lines were lost") else { return nil }
            return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
        #expect(lines.count - lost.count + lost.reduce(0, +) == 10_000)
        #expect(lost.reduce(0, +) > 1000)
        for end in ends { close(end) }
    }
}
