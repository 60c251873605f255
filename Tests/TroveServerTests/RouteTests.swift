import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// Invalid requests, and the server's description of its routes.
struct RouteTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
    }

    // MARK: Paths and methods

    @Test(
        arguments: [
            "", "/", "/v1", "/v1/", "/v2/hello", "/v1/hello/", "//v1/hello", "/v1//hello",
            "/v1/Hello", "/v1/hello/x", "/v1/devices/", "/v1/devices/a/b", "v1/hello",
            "/v1/hell\u{6F}\u{301}",
        ])
    func unknownPathsAreNotFound(_ path: String) {
        #expect(server.ask("GET", path).status == 404)
        #expect(server.core.bodyLimit(method: "GET", path: path) == nil)
    }

    /// The page of the protocol has a row for each route.
    @Test func thePageListsAllRoutes() throws {
        let page = try Repository.text(of: "Documentation/sync-protocol.md")
        let rows = page.split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") ? line.dropFirst(2).prefix { $0 != "|" } : nil
        }
        for route in Route.allCases {
            let isListed = rows.contains { row in
                guard row.contains("`\(route.method)"),
                    let place = row.ranges(of: route.path).last
                else { return false }
                return row[place.upperBound...].first.map { "` ?".contains($0) } ?? false
            }
            #expect(isListed, "\(route.method) \(route.path)")
        }
    }

    @Test func anotherMethodIsNotAllowed() {
        let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "get", ""]
        for path in Set(Route.allCases.map(\.path)) {
            let allowed = Route.allCases.filter { $0.path == path }.map(\.method)
            for method in methods where !allowed.contains(method) {
                let answer = server.ask(method, path)
                #expect(answer.status == 405, "\(method) \(path)")
                #expect(answer.header("Allow") == allowed.joined(separator: ", "))
                #expect(server.core.bodyLimit(method: method, path: path) != nil)
            }
        }
    }

    @Test func everyRouteLimitsItsBody() {
        for route in Route.allCases {
            #expect(
                server.core.bodyLimit(method: route.method, path: route.path) == route.bodyLimit)
            let answer = laptop.ask(
                route.method, route.path,
                body: [UInt8](repeating: 0x20, count: route.bodyLimit + 1))
            #expect(answer.status == 413, "\(route)")
        }
    }

    // MARK: Bodies

    @Test(
        arguments: [
            Case("nothing", "", "unexpected end of the JSON, at byte 0"),
            Case("no JSON", "hello", "invalid JSON, at byte 0"),
            Case("half", #"{"epoch":"x""#, "unexpected end of the JSON, at byte 12"),
            Case("two", "{} {}", "unexpected data after the JSON, at byte 3"),
            Case("no UTF-8", "{\"a\":\"\u{FFFD}\"", "unexpected end of the JSON, at byte 10"),
            Case(
                "too deep", String(repeating: "[", count: 17), "more than 16 levels, at byte 16"),
            Case(
                "a name twice", #"{"a":1,"a":2}"#, "repeated name in an object, at byte 7"),
            Case("another shape", "[]", "epoch is missing or invalid"),
            Case("no epoch", "{}", "epoch is missing or invalid"),
            Case(
                "no operations", #"{"epoch":"x","since":0,"mark":"0"}"#,
                "operations is missing or invalid"),
            Case(
                "an operation without a number",
                #"{"epoch":"x","since":0,"mark":"0","operations":[{"action":"skip"}]}"#,
                "operations.n is missing or invalid"),
            Case(
                "an action that there is not",
                #"{"epoch":"x","since":0,"mark":"0","operations":[{"n":1,"action":"burn"}]}"#,
                "operations.action is missing or invalid"),
        ] as [Case<String, String>])
    func whatIsNoMessageIsABadRequest(_ body: Case<String, String>) {
        let answer = laptop.ask("POST", "/v1/push", body: Array(body.input.utf8))
        #expect(answer.status == 400 && answer.code == "bad_request")
        #expect(answer.refusal.message == body.expected)
    }

    /// To JSON Schema, 1.0 is an integer.
    @Test(arguments: [("1.0", 200), ("1e0", 200), ("10e-1", 200), ("1.5", 400), ("1e99", 400)])
    func wholeNumbersMayHaveAFraction(_ number: String, _ status: Int) {
        let body = """
            {"epoch":"\(laptop.epoch)","since":0.0,"mark":"0","operations":[\
            {"n":\(number),"action":"skip"}]}
            """
        #expect(laptop.ask("POST", "/v1/push", body: Array(body.utf8)).status == status)
    }

    @Test(arguments: ["+1", "-0", "00000000000000000", "", "0x1", "g"])
    func aMarkHasDigitsOnly(_ mark: String) {
        let body = #"{"epoch":"\#(laptop.epoch)","since":0,"mark":"\#(mark)","operations":[]}"#
        #expect(laptop.ask("POST", "/v1/push", body: Array(body.utf8)).status == 400)
        let query = ["epoch": laptop.epoch, "mark": mark]
        #expect(laptop.ask("GET", "/v1/changes", query: query).status == 400)
    }

    @Test func aPushsOperationsAreLimited() throws {
        let most = (0..<Limits.operations).map { _ in laptop.skip() }
        let more = laptop.skip()
        let answer = laptop.tryPush(most + [more])
        #expect(answer.status == 413 && answer.code == "too_large")
        #expect(try laptop.tryPush(most).message(PushReply.init).acknowledged == Limits.operations)
    }

    @Test func fieldsAndEntriesAreLimited() throws {
        func text(_ count: Int) -> JSON { .string(String(repeating: "x", count: count)) }
        // The two quotes are part of the JSON. The server does not know the field, which has no
        // rules.
        let largest = laptop.create(id(1), ("title", "D"), ("x", text(Limits.field - 2)))
        #expect(try laptop.run(largest).status == .applied)
        let larger = laptop.create(id(2), ("title", "D"), ("x", text(Limits.field - 1)))
        let result = try laptop.run(larger)
        #expect(result.error?.code == .tooLarge && result.error?.field == "x")

        // {"title":"D","a":"…",…} with four fields that fill it.
        let rest = Limits.entry - #"{"title":"D","a":"","b":"","c":"","d":"","e":""}"#.utf8.count
        func filled(_ id: ItemID, _ count: Int) -> PushOperation {
            let large = Limits.field - 2
            let fields = ["a", "b", "c"].map { ($0, text(large)) }
            let left = count - 3 * large
            return laptop.operation(
                .create, id, kind: "book", base: 0,
                [("title", "D")] + fields + [("d", text(left - 5)), ("e", text(5))])
        }
        #expect(try laptop.run(filled(id(3), rest)).status == .applied)
        #expect(try laptop.run(filled(id(4), rest + 1)).error?.code == .tooLarge)
        let grown = laptop.update(id(3), base: 3, ("f", 1))
        #expect(try laptop.run(grown).error?.code == .tooLarge)
    }

    @Test func anEntrysFieldsAreLimited() throws {
        let fields = (0..<255).map { ("f\($0)", JSON.integer($0)) }
        let most = laptop.operation(
            .create, id(1), kind: "book", base: 0, [("title", "D")] + fields)
        #expect(try laptop.run(most).status == .applied)
        #expect(try laptop.run(laptop.update(id(1), base: 1, ("f255", 1))).error?.code == .tooLarge)
        let more = laptop.operation(
            .create, id(2), kind: "book", base: 0, [("title", "D"), ("g", 1)] + fields)
        #expect(try laptop.run(more).error?.code == .tooLarge)
        let long = String(repeating: "n", count: 65)
        #expect(try laptop.run(laptop.update(id(1), base: 1, (long, 1))).error?.code == .invalid)
        #expect(
            try laptop.run(laptop.create(id(3), kind: long, ("a", 1))).error?.code == .unknownKind)
    }

    // MARK: Parameters

    @Test(
        arguments: [
            ("since", "-1"), ("since", "x"), ("since", ""), ("since", "1.0"), ("since", "+1"),
            ("since", "99999999999999999999"), ("mark", "x"), ("mark", ""), ("mark", "+1"),
            ("mark", "11111111111111111"), ("limit", "0"), ("limit", "1001"), ("limit", "-1"),
            ("wait", "21"), ("wait", "-1"), ("at", "-1"), ("at", "x"),
        ])
    func anInvalidParameterIsABadRequest(_ name: String, _ value: String) {
        var query = ["epoch": laptop.epoch]
        query[name] = value
        let answer = laptop.ask("GET", "/v1/changes", query: query)
        #expect(answer.status == 400 && answer.refusal.message.contains(name))
        if name == "limit" {
            #expect(laptop.ask("GET", "/v1/snapshot", query: [name: value]).status == 400)
        }
    }

    @Test func theEpochIsRequired() {
        #expect(laptop.ask("GET", "/v1/changes").status == 400)
        #expect(laptop.ask("GET", "/v1/snapshot", query: ["after": "x"]).status == 400)
    }

    // MARK: Hello

    @Test func helloReportsLimitsAndKinds() throws {
        let hello = try server.ask("GET", "/v1/hello").message { $0 }
        #expect(hello["protocols"] == .array([1]))
        #expect(hello["limits"]?["operations"] == 500 && hello["limits"]?["wait"] == 20)
        let kinds = hello["kinds"]?.array ?? []
        #expect(
            kinds.compactMap { $0["name"]?.text } == ["book", "gem", "movie", "reading", "read"])
        #expect(kinds[1]["fields"]?.array?.first == "name")
    }

    // MARK: The description

    @Test func theDescriptionListsExactlyTheRoutes() throws {
        let paths = server.description["paths"]?.members ?? []
        var described: Set<String> = []
        for path in paths {
            for method in path.value.members ?? [] {
                described.insert("\(method.name.uppercased()) \(path.name)")
                #expect(
                    Route.match(method: method.name.uppercased(), path: path.name)
                        != .nothing)
            }
        }
        #expect(described == Set(Route.allCases.map { "\($0.method) \($0.path)" }))
    }

    @Test func theDescriptionListsParametersAndBodies() throws {
        for route in Route.allCases {
            let described = server.description["paths"]?[route.path]?[route.method.lowercased()]
            #expect((described?["security"] != nil) == route.needsToken, "\(route)")
            #expect((described?["requestBody"]?["x-bytes"]?.int ?? 0) == route.bodyLimit)
            #expect(described?["operationId"]?.text == route.rawValue)
            let names = (described?["parameters"]?.array ?? []).filter { $0["in"] == "path" }
            #expect(
                names.map { "{\($0["name"]?.text ?? "")}" }.joined()
                    == route.path.split(separator: "/").filter { $0.hasPrefix("{") }.joined())
        }
    }

    @Test func everyReferencedSchemaExists() throws {
        let description = server.description
        let there = Set(description["components"]?["schemas"]?.members?.map(\.name) ?? [])
        var named: Set<String> = []
        func look(_ json: JSON) {
            if let reference = json["$ref"]?.text {
                named.insert(String(reference.split(separator: "/").last ?? ""))
            }
            for member in json.members ?? [] { look(member.value) }
            for element in json.array ?? [] { look(element) }
        }
        look(description)
        #expect(named.isSubset(of: there) && there.subtracting(named).isEmpty)
    }
}
