import Testing
import TroveOptions
import TroveServer
import TroveTesting

@Suite struct ServerOptionsTests {
    @Test func withoutOptionsDefaultsApply() throws {
        let options = try ServerOptions([])
        #expect(options.listen == ListenAddress(host: "127.0.0.1", port: 7373))
        #expect(options.store == nil && options.tls == nil)
        #expect(options.signup == .open && options.log == .text)
        #expect(!options.allowsInsecure && options.task == .serve)
        #expect(!options.information.wantsHelp && !options.information.wantsVersion)
    }

    @Test func everyOptionIsRead() throws {
        let options = try ServerOptions([
            "--listen", "[::]:80", "--store=sqlite:a b.db", "--tls-cert", "c", "--tls-key=k",
            "--signup", "invite", "--log=json", "--allow-insecure", "--invite", "-h", "--version",
        ])
        #expect(options.listen == ListenAddress(host: "::", port: 80))
        #expect(options.store == .file("a b.db"))
        #expect(options.tls?.certificate == "c" && options.tls?.key == "k")
        #expect(options.signup == .invite && options.log == .json)
        #expect(options.allowsInsecure && options.task == .invite)
        #expect(options.information.wantsHelp && options.information.wantsVersion)
    }

    @Test func aDatabase() throws {
        let options = try ServerOptions([
            "--store", "postgres://db1,db2/trove", "--connections=3", "--unprepared",
            "--row-security",
        ])
        #expect(options.store == .postgres("postgres://db1,db2/trove"))
        #expect(options.connections == 3 && !options.preparesStatements)
        #expect(options.hasRowSecurity)
    }

    @Test func aMoveMayPrepareNothing() throws {
        let options = try ServerOptions(["move", "postgres://db/trove", "--unprepared"])
        #expect(options.task == .move(to: "postgres://db/trove") && !options.preparesStatements)
    }

    @Test func aDrain() throws {
        #expect(try ServerOptions([]).drainSeconds == 0)
        #expect(try ServerOptions(["--drain", "5"]).drainSeconds == 5)
    }

    @Test func backupAndRestore() throws {
        let backup = try ServerOptions(["backup", "b.db", "--store", "sqlite:s.db"])
        #expect(backup.task == .backUp("b.db") && backup.store == .file("s.db"))
        #expect(
            try ServerOptions(["--store=sqlite:s.db", "restore", "b.db"]).task == .restore("b.db"))
    }

    /// The option is not the name of a file.
    @Test(arguments: [["backup", "--help"], ["user", "list", "--help"], ["check", "--help"]])
    func everyCommandHasHelp(_ arguments: [String]) throws {
        #expect(try ServerOptions(arguments).information.wantsHelp)
    }

    static let mistakes: [Case<[String], CommandLineError>] = [
        Case("unknown", ["--lissten"], .unknown("--lissten")),
        Case("a word", ["serve"], .unknown("serve")),
        Case("no backup", ["backup"], .missingValue("backup")),
        Case(
            "row security of a file", ["--store", "sqlite:a", "--row-security"],
            .missingOption("--row-security", needs: "--store postgres://HOST/NAME")),
        Case(
            "connections to a file", ["--connections", "3"],
            .missingOption("--connections", needs: "--store postgres://HOST/NAME")),
        Case(
            "statements of a file", ["--unprepared", "--store", "sqlite:a"],
            .missingOption("--unprepared", needs: "--store postgres://HOST/NAME")),
        Case("no value", ["--listen"], .missingValue("--listen")),
        Case("an empty value", ["--store="], .missingValue("--store")),
        Case(
            "no port", ["--listen", "localhost"],
            .badValue("localhost", option: "--listen", known: ["127.0.0.1:7373", "[::1]:7373"])),
        Case(
            "another store", ["--store", "mysql://x"],
            .badValue(
                "mysql://x", option: "--store", known: ["sqlite:PATH", "postgres://HOST/NAME"])),
        Case(
            "a store without a path", ["--store", "sqlite:"],
            .badValue("sqlite:", option: "--store", known: ["sqlite:PATH", "postgres://HOST/NAME"])),
        Case(
            "no choice", ["--signup", "all"],
            .badValue("all", option: "--signup", known: ["open", "invite", "closed"])),
        Case(
            "no format", ["--log=xml"], .badValue("xml", option: "--log", known: ["text", "json"])),
        Case(
            "too long a drain", ["--drain", "61"],
            .badValue("61", option: "--drain", known: ["0 to 60"])),
        Case(
            "a value too many", ["--allow-insecure=yes"],
            .unwantedValue("--allow-insecure")),
        Case(
            "no key", ["--tls-cert", "c"], .missingOption("--tls-cert", needs: "--tls-key")),
        Case(
            "no certificate", ["--tls-key", "k"],
            .missingOption("--tls-key", needs: "--tls-cert")),
    ]

    @Test(arguments: mistakes) func rejectsInvalidOptions(_ row: Case<[String], CommandLineError>) {
        #expect(throws: row.expected) { try ServerOptions(row.input) }
    }

    static let addresses: [Case<String, ListenAddress?>] = [
        Case("an address", "127.0.0.1:80", ListenAddress(host: "127.0.0.1", port: 80)),
        Case("any port", "0.0.0.0:0", ListenAddress(host: "0.0.0.0", port: 0)),
        Case("a name", "localhost:65535", ListenAddress(host: "localhost", port: 65535)),
        Case("IPv6", "[::1]:7373", ListenAddress(host: "::1", port: 7373)),
        Case("IPv6 without brackets", "::1:7373", nil),
        Case("brackets for nothing", "[localhost]:1", nil),
        Case("no host", ":80", nil),
        Case("no port", "localhost:", nil),
        Case("a port that is none", "localhost:http", nil),
        Case("a port with a sign", "localhost:+80", nil),
        Case("a port beyond all", "localhost:65536", nil),
        Case("a blank", "local host:80", nil),
        Case("nothing", "", nil),
    ]

    @Test(arguments: addresses) func readsAddresses(_ row: Case<String, ListenAddress?>) {
        let address = ListenAddress(row.input)
        #expect(address == row.expected)
        if let address { #expect("\(address)" == row.input) }
    }
}
