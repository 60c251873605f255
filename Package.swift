// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target, each feature with its proposal.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .strictMemorySafety(),  // SE-0458
    .treatAllWarnings(as: .error),  // SE-0480
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Tries inputs of the parsers of untrusted bytes.
func makeFuzzer(exclude: [String] = []) -> Target {
    .executableTarget(
        name: "TroveFuzzer",
        dependencies: [
            "TroveCodecs", "TroveCommands", "TroveExchange", "TroveHTTP", "TroveLanguage",
            "TroveLookup", "TroveModel", "TroveServer", "TroveSQLite", "TroveStore", "TroveSync",
            "TroveSystem", "TroveTerminal", "TroveTesting", "TroveWire",
        ],
        path: "Fuzz", exclude: exclude + ["corpus"], swiftSettings: settings)
}

let package = Package(
    name: "trove",
    products: [
        .executable(name: "trove", targets: ["trove"]),
        .executable(name: "trove-server", targets: ["trove-server"]),
    ],
    targets: [
        // Headers only: libcurl is loaded when the first request is made.
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CUTF8Proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
        // Headers only: zlib is loaded when the first archive is read.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        module("TroveSystem"),
        module("TroveOptions"),
        module("TroveCodecs", ["CUTF8Proc"]),
        module("TroveModel", ["TroveCodecs"]),
        module("TroveLanguage", ["TroveCodecs", "TroveModel"]),
        module("TroveLessons", ["TroveCodecs", "TroveModel", "TroveLanguage"]),
        module("TroveSQLite", ["TroveSystem", "CSQLite"]),
        module("TrovePostgres", ["TroveSystem", "CPostgreSQL"]),
        module(
            "TroveStore",
            ["TroveCodecs", "TroveModel", "TroveWire", "TroveSQLite", "TroveSystem", "CLinux"]),
        module("TroveTerminal", ["TroveSystem", "CEditLine", "CLinux"]),
        module("TroveHTTP", ["CCurl", "TroveSystem"]),
        module("TroveExchange", ["TroveCodecs", "TroveModel", "TroveSystem", "CZlib"]),
        module("TroveLookup", ["TroveCodecs", "TroveModel", "TroveHTTP", "TroveSystem"]),
        module("TroveWire", ["TroveCodecs", "TroveModel"]),
        module(
            "TroveSync",
            ["TroveCodecs", "TroveModel", "TroveWire", "TroveStore", "TroveHTTP", "TroveSystem"]),
        module(
            "TroveCommands",
            [
                "TroveCodecs", "TroveModel", "TroveLanguage", "TroveLessons", "TroveStore",
                "TroveTerminal", "TroveWire", "TroveHTTP", "TroveSync", "TroveExchange",
                "TroveLookup",
                "TroveSystem",
            ]),
        module(
            "TroveShell",
            [
                "TroveCodecs", "TroveModel", "TroveLanguage", "TroveLessons", "TroveCommands",
                "TroveOptions", "TroveStore",
                "TroveTerminal", "TroveSync", "TroveLookup", "TroveSystem",
            ]),
        module(
            "TroveServer",
            [
                "TroveCodecs", "TroveModel", "TroveOptions", "TroveWire", "TroveSQLite",
                "TrovePostgres", "TroveSystem", "CLinux", "CMicroHTTPD", "CSodium",
            ]),
        module("TroveLoopback", ["TroveSystem", "CLinux"]),
        module("TroveStandIn", ["TroveCodecs", "TroveLoopback", "TroveSystem"]),
        module("TroveTesting", ["TroveCodecs", "TroveLoopback", "TroveSystem"]),
        // The release of the shell has a fixed address, so that no pointers need to be changed at each
        // start; see Documentation/prompt.md. The server has not, because it answers strangers.
        .executableTarget(
            name: "trove", dependencies: ["TroveShell"], swiftSettings: settings,
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "--no-pie"], .when(configuration: .release))
            ]),
        .executableTarget(
            name: "trove-server", dependencies: ["TroveServer"], swiftSettings: settings),

        // Imitates the online catalogues, for use without a network.
        .executableTarget(
            name: "catalogue-stand-in", dependencies: ["TroveStandIn"], swiftSettings: settings),

        // Draws the last screen of a recorded demo.
        .executableTarget(
            name: "terminal-picture", dependencies: ["TroveTesting", "TroveSystem"],
            swiftSettings: settings),

        // Simulates devices and a server in one process, for testing synchronization.
        .target(
            name: "TroveSimulation",
            dependencies: [
                "TroveCodecs", "TroveModel", "TroveWire", "TroveStore", "TroveSync", "TroveServer",
                "TroveHTTP",
                "TroveSQLite", "TroveTesting",
            ], path: "Simulation", exclude: ["Program"], swiftSettings: settings),
        .executableTarget(
            name: "TroveSimulator", dependencies: ["TroveSimulation"], path: "Simulation/Program",
            swiftSettings: settings),

        .executableTarget(
            name: "TroveBenchmarks", dependencies: ["TroveLoopback", "TroveTesting"],
            path: "Benchmarks",
            exclude: ["Peers", "Programs", "TableSpeed"],
            swiftSettings: settings),
        .executableTarget(
            name: "TableSpeed", dependencies: ["TroveExchange"], path: "Benchmarks/TableSpeed",
            swiftSettings: settings),

        makeFuzzer(),

        tests("TroveCodecsTests", ["TroveCodecs", "TroveTesting"]),
        tests("TroveModelTests", ["TroveCodecs", "TroveModel", "TroveTesting"]),
        tests("TroveLanguageTests", ["TroveLanguage", "TroveModel", "TroveTesting"]),
        tests(
            "TroveLessonsTests",
            ["TroveLessons", "TroveLanguage", "TroveModel", "TroveCodecs", "TroveTesting"]),
        tests(
            "TroveCommandsTests",
            [
                "TroveCommands", "TroveLanguage", "TroveCodecs", "TroveModel", "TroveStore",
                "TroveSQLite", "TroveWire", "TroveSync", "TroveExchange", "TroveHTTP",
                "TroveLookup",
                "TroveTesting",
            ]),
        tests(
            "TroveStoreTests",
            [
                "TroveStore", "TroveSQLite", "TroveSystem", "TroveCodecs", "TroveModel",
                "TroveTesting",
            ]),
        tests("TrovePostgresTests", ["TrovePostgres", "TroveTesting"]),
        tests("TroveTerminalTests", ["TroveTerminal", "TroveSystem", "TroveTesting"]),
        tests("TroveHTTPTests", ["TroveHTTP", "TroveSystem", "TroveLoopback", "TroveTesting"]),
        tests(
            "TroveExchangeTests", ["TroveExchange", "TroveCodecs", "TroveModel", "TroveTesting"]),
        tests(
            "TroveLookupTests",
            [
                "TroveLookup", "TroveHTTP", "TroveCodecs", "TroveModel", "TroveLoopback",
                "TroveStandIn", "TroveTesting",
            ]),
        tests("TroveWireTests", ["TroveWire", "TroveCodecs", "TroveModel", "TroveTesting"]),
        tests(
            "TroveSyncTests",
            [
                "TroveSync", "TroveStore", "TroveSQLite", "TroveHTTP", "TroveWire", "TroveCodecs",
                "TroveModel", "TroveTesting",
            ]),
        tests(
            "TroveTestingTests",
            [
                "TroveTesting", "TroveLoopback", "TroveStandIn", "TroveSystem", "trove",
                "catalogue-stand-in",
            ]),
        tests(
            "TroveShellTests",
            [
                "TroveShell", "TroveCommands", "TroveLanguage", "TroveCodecs", "TroveModel",
                "TroveTerminal", "TroveTesting",
            ]),
        tests(
            "TroveServerTests",
            [
                "TroveServer", "TroveOptions", "TroveWire", "TroveSQLite", "TroveCodecs",
                "TroveModel",
                "TroveHTTP", "TroveSystem", "TroveSimulation", "TroveLoopback", "TroveTesting",
                "trove-server",
            ]),
        // `Scripts/test` gives them the released programs.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TroveTesting", "TroveLoopback", "TroveStandIn", "TroveCommands", "TroveLanguage",
                "TroveCodecs", "TroveModel", "TroveSystem", "catalogue-stand-in",
            ],
            exclude: ["Earlier", "Golden"], swiftSettings: settings),
    ]
)

extension Package {
    /// Removes all targets but these and those that they need.
    func keep(_ kept: [Target]) {
        var names: Set<String> = []
        var open = kept
        while let target = open.popLast() {
            guard names.insert(target.name).inserted else { continue }
            let needed = target.dependencies.compactMap { dependency in
                if case .byNameItem(let name, _) = dependency { name } else { nil }
            }
            open += targets.filter { needed.contains($0.name) }
        }
        targets.removeAll { !names.contains($0.name) }
        products = []
    }
}

/// The test targets that run under ThreadSanitizer, because their modules start threads.
/// TroveCommands and TroveStore start one only for a large import or library, which `Scripts/test`
/// tries with the program.
let threaded: Set = [
    "TroveHTTPTests", "TroveLookupTests", "TroveServerTests", "TroveShellTests",
    "TroveTestingTests",
]

/// A script builds all targets of a kind at once, which takes less time than one product after
/// another. In `Scripts/test`, each test target is built with ThreadSanitizer or without it.
switch Context.environment["TROVE_BUILD"] {
case "programs":
    let programs = ["trove", "trove-server", "catalogue-stand-in"]
    package.keep(package.targets.filter { programs.contains($0.name) })
case "tests":
    // With them, what nothing tests: it must compile.
    let others = ["TroveBenchmarks", "TableSpeed", "terminal-picture"]
    package.keep(
        package.targets.filter { target in
            target.type == .test && !threaded.contains(target.name) || others.contains(target.name)
        })
case "threaded-tests":
    package.keep(package.targets.filter { $0.type == .test && threaded.contains($0.name) })
case "fuzzer":
    // libFuzzer provides the `main`.
    package.targets.removeAll { $0.name == "TroveFuzzer" }
    let fuzzer = makeFuzzer(exclude: ["Program"])
    package.targets.append(fuzzer)
    package.keep([fuzzer])
default: break
}
