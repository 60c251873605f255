import Glibc
package import TroveModel
import TroveSystem

/// What the program finds around it: the environment, the clock, chance. All of it comes in here,
/// so that a run can be repeated exactly.
package final class Surroundings {
    private let variable: @Sendable (String) -> String?
    /// The moment that `TROVE_NOW` fixes.
    private let fixedNow: Timestamp?
    /// Who is at work.
    let user: String
    /// Bits for new identities.
    package var random: any RandomNumberGenerator

    /// Surroundings with this environment; an empty variable counts as none.
    package init(
        random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        variable: @escaping @Sendable (String) -> String?
    ) {
        let present = { @Sendable name in variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        self.variable = present
        self.random = random
        fixedNow = present("TROVE_NOW").flatMap { LocalTime.moment(inUniversalTime: $0) }
        user = present("USER") ?? present("LOGNAME") ?? Self.nameOfUser
    }

    /// The process's own surroundings.
    package static func ofProcess() -> Surroundings {
        Surroundings(random: BufferedRandom()) { name in
            // The program never changes its environment, and the text is copied at once.
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
    }

    /// A variable of the environment; an empty one counts as none.
    package subscript(name: String) -> String? {
        variable(name)
    }

    /// What this machine is called: the name of a device, if nobody chose another.
    var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        // One byte less than the array has, so that the name always ends.
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "a device" }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "a device" : String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Time

    /// Whether `TROVE_NOW` is there and makes no sense.
    package var hasSenselessNow: Bool { self["TROVE_NOW"] != nil && fixedNow == nil }

    /// This moment, or the one that `TROVE_NOW` fixes for tests and lessons
    /// (`2026-11-20T12:00`, in universal time).
    package var now: Timestamp {
        if let fixedNow { return fixedNow }
        return Timestamp(milliseconds: WallClock.milliseconds)
    }

    /// The day it is here.
    package var today: PartialDate { LocalTime(now).date }

    // MARK: Places

    /// The library that is opened when none is named.
    package var defaultLibrary: String {
        self["TROVE_LIBRARY"] ?? folder("XDG_DATA_HOME", ".local/share") + "/library.db"
    }
    /// Where what is kept between two sessions, and is no part of a library, lies.
    var stateFolder: String { folder("XDG_STATE_HOME", ".local/state") }
    /// The path of the file that keeps typed commands for the next session.
    package var historyFile: String { stateFolder + "/history" }
    /// Where pictures that were fetched are kept for a while.
    var coverFolder: String { folder("XDG_CACHE_HOME", ".cache") + "/covers" }
    /// Commands that run when an interactive shell starts.
    package var startFile: String { folder("XDG_CONFIG_HOME", ".config") + "/rc.trove" }

    /// What the system calls the user, for a process that was started without `USER`.
    private static var nameOfUser: String {
        // The entry is the C library's until the next call; its text is copied before that.
        guard let entry = unsafe getpwuid(getuid()), let name = unsafe entry.pointee.pw_name else {
            return "uid \(getuid())"
        }
        return unsafe String(cString: name)
    }

    /// The home folder that the system knows of, for a process that was started without one.
    private static var homeOfUser: String {
        // The entry is the C library's until the next call; its text is copied before that.
        guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
            return "."
        }
        return unsafe String(cString: home)
    }

    /// A folder of the XDG base directory specification; a relative one is ignored, as it says.
    private func folder(_ variable: String, _ standard: String) -> String {
        if let folder = self[variable], folder.hasPrefix("/") { return folder + "/trove" }
        return (self["HOME"] ?? Self.homeOfUser) + "/" + standard + "/trove"
    }
}

/// The system's random bits, fetched in blocks: a system call for each would be felt in a script
/// that adds many things.
struct BufferedRandom: RandomNumberGenerator {
    private var words: [UInt64] = []

    mutating func next() -> UInt64 {
        if let word = words.popLast() { return word }
        var block = [UInt64](repeating: 0, count: 256)
        // As many bytes as the block has.
        unsafe block.withUnsafeMutableBytes { bytes in
            if let base = bytes.baseAddress { unsafe arc4random_buf(base, bytes.count) }
        }
        words = block
        return words.removeLast()
    }
}
