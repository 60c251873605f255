import TroveLanguage
import TroveModel

/// What is said of the server and the account.
extension Message {
    static let isLocal = "This library is local. connect URL connects it to a server."
    static let nobodyIsLoggedIn = "Nobody is logged in: this library is local."
    static let nothingQueued = "Nothing is queued."
    static let noConflicts = "No conflicts."

    // MARK: Offline rules

    /// A table of what can be done offline, a line for each kind.
    static func policies(_ rules: [(kind: String, rules: OfflineRules)]) -> String {
        let rows =
            [["kind"] + Operation.allCases.map(\.rawValue)]
            + rules.map { entry in
                [entry.kind] + Operation.allCases.map { entry.rules[$0].rawValue }
            }
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            zip(row, widths).dropLast().map { text, width in
                text + String(repeating: " ", count: width - text.count + 2)
            }.joined() + (row.last ?? "")
        }.joined(separator: "\n")
    }

    static let policiesReset = "Every kind has the rules it came with."

    static func policy(_ kind: Kind, _ operation: Operation, _ rule: OfflineRule) -> String {
        let what =
            switch operation {
            case .create: "additions"
            case .update: "changes"
            case .delete: "deletions"
            }
        let outcome =
            switch rule {
            case .queue: "queued"
            case .refuse: "refused"
            }
        return "Without the server, \(what) of \(kind.plural) are now \(outcome)."
    }

    // MARK: The simulated network

    static func network(_ action: NetAction) -> String {
        let trouble =
            switch action {
            case .auto: nil as String?
            case .off: "off"
            case .slow(let delay): "slower by \(delay) ms"
            case .flaky(let percent, let seed):
                "losing \(percent) % of the messages"
                    + (seed.map { ", with the seed \($0)" } ?? "")
            }
        guard let trouble else { return "The network is as it is." }
        return "The network is \(trouble). net auto brings it back."
    }
}
