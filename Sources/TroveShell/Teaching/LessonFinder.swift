import Glibc
import TroveCommands
import TroveSystem

/// Finds the lessons, and the programs that they run.
struct LessonFinder {
    private let surroundings: Surroundings

    /// Creates a finder that reads the environment.
    init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    /// The folder with the lessons: `$TROVE_LESSONS`, `share/trove/lessons` of the installation, or
    /// `seeds` of the build tree; nil if there is none.
    var folder: String? {
        if let folder = surroundings["TROVE_LESSONS"] { return folder }
        guard let programFolder else { return nil }
        var candidates = ["\(programFolder)/../share/trove/lessons"]
        // .build/release is a link into a folder of the platform, one level deeper.
        for steps in 1...4 {
            let above = String(repeating: "/..", count: steps)
            candidates.append("\(programFolder)\(above)/seeds")
        }
        return candidates.first { Self.isReadable("\($0)/first-steps.trove") }
            .flatMap(FilePath.resolved)
    }

    /// The paths of all lessons, sorted by name.
    var lessons: [String] {
        guard let folder else { return [] }
        return (Folder.names(in: folder) ?? []).filter { $0.hasSuffix(".trove") }
            .map { "\(folder)/\($0)" }
    }

    /// The paths of the lessons of the tutorial, in no order.
    var tutorials: [String] {
        guard let folder = folder.map({ "\($0)/tutorial" }) else { return [] }
        return (Folder.names(in: folder) ?? []).filter { $0.hasSuffix(".trove") }.map {
            "\(folder)/\($0)"
        }
    }

    /// Returns the path of the lesson with a name; nil if there is none.
    func lesson(named name: String) -> String? {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), let folder else {
            return nil
        }
        let path = "\(folder)/\(name).trove"
        return Self.isReadable(path) ? path : nil
    }

    /// The path of `trove-server`: `$TROVE_SERVER_PROGRAM`, beside this program, or in `PATH`.
    var server: String? { program("trove-server", variable: "TROVE_SERVER_PROGRAM") }

    /// The path of the stand-in for the catalogue services: `$TROVE_CATALOGUE_PROGRAM`, in the
    /// folder `libexec/trove` of the installation, or wherever the server is looked for.
    var catalogue: String? {
        program("catalogue-stand-in", variable: "TROVE_CATALOGUE_PROGRAM")
    }

    private func program(_ name: String, variable: String) -> String? {
        if let path = surroundings[variable] { return Self.isExecutable(path) ? path : nil }
        let folders =
            [programFolder, programFolder.map { "\($0)/../libexec/trove" }].compactMap { $0 }
            + (surroundings["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.map { "\($0)/\(name)" }.first(where: Self.isExecutable)
    }

    /// The folder of the running program, with links resolved. It is known even after an upgrade
    /// has replaced the program.
    private var programFolder: String? {
        FilePath.target(ofLink: "/proc/self/exe").map(FilePath.folder)
    }

    private static func isReadable(_ path: String) -> Bool { SystemCall.access(path, R_OK) == 0 }

    private static func isExecutable(_ path: String) -> Bool { SystemCall.access(path, X_OK) == 0 }
}
