package import TroveModel
import TroveSystem
package import TroveTerminal

/// Messages of `alias`, `timing` and `watch`.
extension Message {
    static let noAliases: TerminalText = "No aliases. `alias NAME COMMAND` defines one."

    static func standsFor(alias: String, _ command: String) -> TerminalText {
        "\(alias) is an alias of: \(command)"
    }

    static func forgot(alias: String) -> TerminalText { "Removed alias \(alias)." }

    /// What to do about a terminal with another encoding.
    package static let badBytes: TerminalText = """
        The terminal sent bytes that are not UTF-8; they were ignored. Set its encoding to UTF-8.
        """

    /// Returns the warning about aliases that cannot be kept for later sessions, or read.
    package static func aliasesAreNotKept(
        _ file: AliasFile, _ failure: AliasFile.Failure
    ) -> TerminalText {
        switch failure {
        case .isInvalid: "\(file.path) is not valid: correct it or remove it, to keep aliases"
        case .file(let failure):
            "aliases are not kept, because \(file.path) cannot be used: \(SystemCall.strerror(failure.number))"
        }
    }

    /// Returns the warning about a start file that cannot be read.
    package static func startFileIsUnusable(_ path: String) -> TerminalText {
        "\(path) was not run: it is not a file that can be read"
    }

    /// The reply to `timing`: whether the time of each command is shown.
    static func timing(isOn: Bool) -> TerminalText { isOn ? "Timing is on." : "Timing is off." }

    /// Returns how long a command took: `Time: 12.3 ms`.
    package static func time(_ duration: Duration) -> TerminalText {
        // Tenths of a millisecond, rounded.
        let tenths = Int((duration.nanoseconds + 50_000) / 100_000)
        guard tenths >= 10_000 else { return "Time: \(tenths / 10).\(tenths % 10) ms" }
        let seconds = tenths / 10_000
        guard seconds >= 60 else {
            let hundredths = TerminalText(tenths / 100 % 100)
            return "Time: \(seconds).\(tenths / 100 % 100 < 10 ? "0" : "")\(hundredths) s"
        }
        return "Time: \(seconds / 60) min \(seconds % 60) s"
    }

    /// Returns the first line of `watch`.
    package static func watching(
        _ command: String, every interval: FixedDecimal, at time: Timestamp
    ) -> TerminalText {
        "Every \(interval) s (any key stops): \(command)  \(LocalTime(time).withSeconds)"
    }

    /// The last line of `watch` on a screen that is too short for the output.
    package static func watchIsCut(_ count: Int) -> TerminalText {
        "… \(TerminalText(grouped: count)) more lines"
    }
}
