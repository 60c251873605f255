import TroveCodecs
import TroveModel
import TroveStore
import TroveTerminal

/// Messages of `check`.
extension Message {
    static let checking: TerminalText = "checking the library"

    /// Returns the message that a library is sound; with a server, whether the items were compared
    /// with those there.
    static func isSound(
        _ count: Int, _ server: String?, isCompared: Bool, butFor open: Int
    ) -> TerminalText {
        let sound: TerminalText = "The library is sound: \(items(count))"
        guard let server else { return "\(sound)." }
        guard isCompared else {
            return """
                \(sound). They could not be compared with \(server): `status` shows whether it is \
                available.
                """
        }
        let exception: TerminalText =
            open > 0 ? ", except for \(changes(open)) that `queue` lists" : ""
        return "\(sound), the same as on \(server)\(exception)."
    }

    static func report(of findings: [CheckFinding]) -> Report {
        Report(
            ["#", "title", "problem", "field", "here", "there"],
            findings.map { finding in
                [
                    finding.number.map { .integer($0.rawValue) } ?? .null,
                    finding.title.map { short(.string($0)) } ?? .null,
                    .string(description(of: finding.problem)),
                    finding.field.map { short(.string($0)) } ?? .null, short(finding.here),
                    short(finding.there),
                ]
            })
    }

    /// Returns a value, cut short if it is a very long text: every row of a table is as wide as the
    /// widest.
    private static func short(_ value: JSON) -> JSON {
        guard case .string(let text) = value, text.utf8.count > 400 else { return value }
        return .string(text.prefix(100) + "…")
    }

    private static func description(of problem: CheckFinding.Problem) -> TerminalText {
        switch problem {
        case .file(let text): "the file is damaged: \(text)"
        case .unreadable(let text): "cannot be read: \(text)"
        case .change(let number): "change \(number) is inconsistent with the changes before it"
        case .isNotInLog: "is not in the change log"
        case .isOnlyInLog: "is in the change log only"
        case .differsFromLog: "differs from the change log"
        case .differsFromView: "differs from the server's copy and the queue"
        case .hasIDOfAnother: "has the same id as another item"
        case .differsFromServer: "differs from the server"
        case .isMissingHere: "is on the server, but missing here"
        case .isMissingThere: "is missing on the server"
        case .photoIsMissing: "the photo is missing"
        case .photoIsDamaged: "the photo is damaged"
        }
    }
}
