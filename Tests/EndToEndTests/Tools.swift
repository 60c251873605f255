import Glibc
import TroveTesting

/// The tools and rights of this machine that some tests need.
enum Tools {
    /// Whether tests run as the superuser, who may mount file systems and change users.
    static let isSuperuser = geteuid() == 0

    /// Whether `strace` is installed and permitted, which it often is not in a container.
    static let canTrace = succeeds("strace", ["-f", "-o", "/dev/null", "true"])

    /// Whether SQLite's shell is installed.
    static let hasSQLite = succeeds("sqlite3", ["--version"])

    /// Whether `chafa` is installed.
    static let hasChafa = succeeds("chafa", ["--version"])

    /// Whether `tidy` is installed.
    static let hasTidy = succeeds("tidy", ["-version"])

    /// Whether `tmux` is installed.
    static let hasTmux = succeeds("tmux", ["-V"])

    /// Whether GNU `screen` is installed. Its exit status for `--version` differs between versions.
    static let hasScreen = (try? ProgramUnderTest("screen")) != nil

    /// Whether `zbarimg` is installed.
    static let hasZbar = succeeds("zbarimg", ["--version"])

    /// Whether `prlimit` is installed.
    static let canLimit = succeeds("prlimit", ["--version"])

    /// The options of `unshare` that let a program mount a private file system: as root, or in a
    /// user namespace; nil if neither is permitted.
    static let mounting = ["-m", "-Urm"].first { options in
        succeeds("unshare", [options, "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"])
    }

    /// Whether a program can be run as an unprivileged user.
    static let canDropRights = isSuperuser && succeeds("setpriv", ["--reuid=65534", "true"])

    private static func succeeds(_ name: String, _ arguments: [String]) -> Bool {
        guard let program = try? ProgramUnderTest(name) else { return false }
        return (try? program.run(arguments))?.status == .success
    }
}
