import Glibc
import TroveTesting

/// What the machine offers, for tests that need more than the program itself.
enum Tools {
    /// Whether tests run as the superuser, who may mount and may become somebody else.
    static let isSuperuser = geteuid() == 0

    /// Whether `strace` is installed and may trace: containers often forbid it.
    static let canTrace = succeeds("strace", ["-f", "-o", "/dev/null", "true"])

    /// Whether SQLite's own shell is installed.
    static let hasSQLite = succeeds("sqlite3", ["--version"])

    /// Whether the program that draws pictures is installed.
    static let hasChafa = succeeds("chafa", ["--version"])

    /// Whether the program that reads barcodes is installed.
    static let hasZbar = succeeds("zbarimg", ["--version"])

    /// Whether the limits of a program can be set from outside.
    static let canLimit = succeeds("prlimit", ["--version"])

    /// The options with which `unshare` lets a program mount a file system of a few pages for itself
    /// alone: as root, or else in a namespace in which any user is root; nil where neither is allowed.
    static let mounting = ["-m", "-Urm"].first { options in
        succeeds("unshare", [options, "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"])
    }

    /// Whether a program can be run as a user without rights.
    static let canDropRights = isSuperuser && succeeds("setpriv", ["--reuid=65534", "true"])

    private static func succeeds(_ name: String, _ arguments: [String]) -> Bool {
        guard let program = try? ProgramUnderTest(name) else { return false }
        return (try? program.run(arguments))?.status == .success
    }
}

/// A number from the environment, for tests that can run longer than usual.
func environmentNumber(_ name: String, default standard: Int) -> Int {
    guard let value = unsafe getenv(name) else { return standard }
    return unsafe Int(String(cString: value)) ?? standard
}
