import Glibc
package import TroveModel
import TroveSystem

/// The environment, the clock and randomness. Commands have no other access to them, so a run can
/// be repeated exactly.
package final class Surroundings {
    private let variable: @Sendable (String) -> String?
    /// The time that `TROVE_NOW` sets.
    private let fixedNow: Timestamp?
    /// The name of the user, for the change log.
    private(set) lazy var user = self["USER"] ?? self["LOGNAME"] ?? Self.nameOfUser
    /// The last result of `today`, which is valid for one second.
    private var lastToday: (second: Int, date: PartialDate)?
    /// Random bits for new IDs.
    package var random: any RandomNumberGenerator

    /// Creates surroundings with an environment; an empty variable counts as unset.
    package init(
        random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        variable: @escaping @Sendable (String) -> String?
    ) {
        let present = { @Sendable name in variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        self.variable = present
        self.random = random
        fixedNow = present("TROVE_NOW").flatMap { LocalTime.moment(inUniversalTime: $0) }
    }

    /// The surroundings of the process.
    package static func ofProcess() -> Surroundings {
        Surroundings(random: BufferedRandom()) { SystemCall.getenv($0) }
    }

    /// Returns an environment variable; nil if it is unset or empty.
    package subscript(name: String) -> String? {
        variable(name)
    }

    /// The host name: the default name of the device.
    var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        // One byte less than the array, so that the name is always terminated.
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "a device" }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "a device" : String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Patience

    /// How long a command waits for the server, unless `TROVE_PATIENCE` says otherwise.
    package static let defaultPatience = Duration.seconds(2)

    /// How long a command waits for the server; nil if `TROVE_PATIENCE` is not a whole number from
    /// 1 to 600.
    package var patience: Duration? {
        guard let text = self["TROVE_PATIENCE"] else { return Self.defaultPatience }
        guard let seconds = Int(text), (1...600).contains(seconds) else { return nil }
        return .seconds(seconds)
    }

    // MARK: Time

    /// Whether `TROVE_NOW` is set but not a valid time.
    package var hasInvalidNow: Bool { self["TROVE_NOW"] != nil && fixedNow == nil }

    /// The current time, or the one that `TROVE_NOW` sets for tests and lessons
    /// (`2026-11-20T12:00`, in UTC).
    package var now: Timestamp {
        if let fixedNow { return fixedNow }
        return Timestamp(milliseconds: WallClock.milliseconds)
    }

    /// Today's date in the local time zone.
    package var today: PartialDate {
        let now = now
        let second = now.milliseconds / 1000
        if let lastToday, lastToday.second == second { return lastToday.date }
        let date = LocalTime(now).date
        lastToday = (second, date)
        return date
    }

    // MARK: Places

    /// Returns a path with a leading `~` replaced by the home folder.
    package func expanding(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = self["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// The path of the default library.
    package var defaultLibrary: String {
        self["TROVE_LIBRARY"] ?? folder("XDG_DATA_HOME", ".local/share") + "/library.db"
    }
    /// The command that starts the user's editor; it can have arguments.
    package var editor: String { self["VISUAL"] ?? self["EDITOR"] ?? "vi" }
    /// The folder for state that outlives a session and does not belong to a library.
    package var stateFolder: String { folder("XDG_STATE_HOME", ".local/state") }
    /// The path of the history file.
    package var historyFile: String { stateFolder + "/history" }
    var coverFolder: String { folder("XDG_CACHE_HOME", ".cache") + "/covers" }
    private var configurationFolder: String { folder("XDG_CONFIG_HOME", ".config") }
    /// The path of the script that runs when an interactive shell starts.
    package var startFile: String { configurationFolder + "/rc.trove" }
    /// The aliases that are kept for later sessions.
    package var aliasFile: AliasFile { AliasFile(folder: configurationFolder) }

    /// The user name from the user database, for a process without `USER`.
    private static var nameOfUser: String {
        // The C library owns the entry until the next call, so its text is copied.
        guard let entry = unsafe getpwuid(getuid()), let name = unsafe entry.pointee.pw_name else {
            return "uid \(getuid())"
        }
        return unsafe String(cString: name)
    }

    /// The home folder from the user database, for a process without `HOME`.
    private static var homeOfUser: String {
        // The C library owns the entry until the next call, so its text is copied.
        guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
            return "."
        }
        return unsafe String(cString: home)
    }

    /// Returns a folder of the XDG Base Directory Specification, which ignores relative paths.
    private func folder(_ variable: String, _ standard: String) -> String {
        if let folder = self[variable], folder.hasPrefix("/") { return folder + "/trove" }
        return (self["HOME"] ?? Self.homeOfUser) + "/" + standard + "/trove"
    }
}

/// The system's random bits, read in blocks, because a system call for each ID would slow down a
/// script that adds many items.
struct BufferedRandom: RandomNumberGenerator {
    private var words: [UInt64] = []

    mutating func next() -> UInt64 {
        if let word = words.popLast() { return word }
        var block = [UInt64](repeating: 0, count: 256)
        // The count matches the block.
        unsafe block.withUnsafeMutableBytes { bytes in
            if let base = bytes.baseAddress { unsafe arc4random_buf(base, bytes.count) }
        }
        words = block
        return words.removeLast()
    }
}
