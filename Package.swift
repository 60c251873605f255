// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with; each feature with the proposal that explains it.
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

let package = Package(
    name: "trove",
    products: [
        .executable(name: "trove", targets: ["trove"]),
        .executable(name: "trove-server", targets: ["trove-server"]),
    ],
    targets: [
        // Only the headers, of libcurl4-openssl-dev: the library is loaded when it is needed.
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Only the headers: the library is loaded when an archive is read.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        module("TroveSystem"),
        module("TroveOptions"),
        module("TroveModel"),
        module("TroveLanguage", ["TroveModel"]),
        module("TroveSQLite", ["TroveSystem", "CSQLite"]),
        module("TroveStore", ["TroveModel", "TroveWire", "TroveSQLite", "TroveSystem", "CLinux"]),
        module("TroveTerminal", ["TroveSystem", "CEditLine"]),
        module("TroveHTTP", ["CCurl", "TroveSystem"]),
        module("TroveExchange", ["TroveModel", "CZlib"]),
        module("TroveLookup", ["TroveModel", "TroveHTTP"]),
        module("TroveWire", ["TroveModel"]),
        module("TroveSync", ["TroveModel", "TroveWire", "TroveStore", "TroveHTTP"]),
        module(
            "TroveCommands",
            [
                "TroveModel", "TroveLanguage", "TroveStore", "TroveTerminal", "TroveWire",
                "TroveHTTP", "TroveSync", "TroveExchange", "TroveLookup", "TroveSystem",
            ]),
        module(
            "TroveShell",
            [
                "TroveModel", "TroveLanguage", "TroveCommands", "TroveOptions", "TroveStore",
                "TroveTerminal", "TroveSync", "TroveLookup", "TroveSystem",
            ]),
        module(
            "TroveServer",
            [
                "TroveModel", "TroveOptions", "TroveWire", "TroveSQLite", "TroveSystem",
                "CMicroHTTPD", "CSodium",
            ]),
        module("TroveTesting", ["TroveSystem"]),
        .executableTarget(name: "trove", dependencies: ["TroveShell"], swiftSettings: settings),
        .executableTarget(
            name: "trove-server", dependencies: ["TroveServer"], swiftSettings: settings),

        // Answers like the online catalogues, for people without a network.
        .executableTarget(
            name: "catalogue-stand-in", dependencies: ["TroveTesting"], swiftSettings: settings),

        // A world of devices and a server in one process, for the tests of synchronisation.
        .target(
            name: "TroveSimulation",
            dependencies: [
                "TroveModel", "TroveWire", "TroveStore", "TroveSync", "TroveServer", "TroveHTTP",
                "TroveSQLite", "TroveTesting",
            ], path: "Simulation", exclude: ["Program"], swiftSettings: settings),
        .executableTarget(
            name: "TroveSimulator", dependencies: ["TroveSimulation"], path: "Simulation/Program",
            swiftSettings: settings),

        .executableTarget(
            name: "TroveBenchmarks", dependencies: ["TroveTesting"], path: "Benchmarks",
            exclude: ["Peers", "TableSpeed"],
            swiftSettings: settings),
        .executableTarget(
            name: "TableSpeed", dependencies: ["TroveExchange"], path: "Benchmarks/TableSpeed",
            swiftSettings: settings),

        tests("TroveModelTests", ["TroveModel", "TroveTesting"]),
        tests("TroveLanguageTests", ["TroveLanguage", "TroveModel", "TroveTesting"]),
        tests(
            "TroveCommandsTests",
            ["TroveCommands", "TroveLanguage", "TroveModel", "TroveStore", "TroveTesting"]),
        tests(
            "TroveStoreTests",
            ["TroveStore", "TroveSQLite", "TroveSystem", "TroveModel", "TroveTesting"]),
        tests("TroveTerminalTests", ["TroveTerminal", "TroveSystem", "TroveTesting"]),
        tests("TroveHTTPTests", ["TroveHTTP", "TroveSystem", "TroveTesting"]),
        tests("TroveExchangeTests", ["TroveExchange", "TroveModel", "TroveTesting"]),
        tests("TroveLookupTests", ["TroveLookup", "TroveHTTP", "TroveModel", "TroveTesting"]),
        tests("TroveWireTests", ["TroveWire", "TroveModel", "TroveTesting"]),
        tests(
            "TroveSyncTests",
            ["TroveSync", "TroveStore", "TroveHTTP", "TroveWire", "TroveModel", "TroveTesting"]),
        tests(
            "TroveTestingTests", ["TroveTesting", "TroveSystem", "trove", "catalogue-stand-in"]),
        tests(
            "TroveShellTests",
            ["TroveShell", "TroveCommands", "TroveLanguage", "TroveModel", "TroveTesting"]),
        tests(
            "TroveServerTests",
            [
                "TroveServer", "TroveOptions", "TroveWire", "TroveSQLite", "TroveModel",
                "TroveHTTP", "TroveSystem", "TroveSimulation", "TroveTesting", "trove-server",
            ]),
        tests("SimulationTests", ["TroveSimulation"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TroveTesting", "TroveCommands", "TroveLanguage", "TroveModel", "trove",
                "trove-server",
            ],
            exclude: ["Golden"], swiftSettings: settings),
    ]
)

/// The fuzzers' `main` comes from libFuzzer, so they are built by `Scripts/fuzz` only.
if Context.environment["TROVE_FUZZ"] != nil {
    func fuzzer(_ name: String, _ folder: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Fuzz/\(folder)", swiftSettings: settings)
    }
    package.targets += [
        fuzzer("FuzzArchive", "Archive", ["TroveExchange", "TroveTesting"]),
        fuzzer("FuzzCatalogue", "Catalogue", ["TroveLookup", "TroveHTTP", "TroveModel"]),
        fuzzer(
            "FuzzChanges", "Changes", ["TroveStore", "TroveSQLite", "TroveModel", "TroveTesting"]),
        fuzzer("FuzzHead", "Head", ["TroveServer"]),
        fuzzer("FuzzJSON", "JSON", ["TroveModel"]),
        fuzzer("FuzzKeys", "Keys", ["TroveTerminal"]),
        fuzzer("FuzzLanguage", "Language", ["TroveCommands", "TroveLanguage", "TroveModel"]),
        fuzzer(
            "FuzzLibrary", "Library", ["TroveStore", "TroveWire", "TroveModel", "TroveTesting"]),
        fuzzer("FuzzLines", "Lines", ["TroveCommands"]),
        fuzzer("FuzzPicture", "Picture", ["TroveModel"]),
        fuzzer(
            "FuzzReplies", "Replies",
            ["TroveSync", "TroveStore", "TroveHTTP", "TroveWire", "TroveModel", "TroveTesting"]),
        fuzzer("FuzzTable", "Table", ["TroveExchange", "TroveModel"]),
        fuzzer("FuzzWire", "Wire", ["TroveWire", "TroveModel"]),
    ]
}
