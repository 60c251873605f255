import TroveCodecs
import TroveCommands
import TroveSystem

/// Which lessons of the tutorial the user has begun and completed. It is kept in the state folder.
///
/// A file that is damaged counts as empty, and the next change replaces it: the progress is not
/// worth an error.
struct TutorialProgress {
    /// How far a lesson is.
    enum Stage: String {
        case begun, done
    }

    /// The largest file that is read, in bytes.
    private static let limit = 1 << 16
    private static let file = "tutorial.json"

    private let folder: String
    private(set) var stages: [String: Stage] = [:]

    init(folder: String) {
        self.folder = folder
        guard let bytes = try? WholeFile.read("\(folder)/\(Self.file)", limit: Self.limit),
            let members = (try? JSON(parsing: bytes))?.members
        else { return }
        for member in members {
            stages[member.name] = member.value.text.flatMap(Stage.init)
        }
    }

    /// Records how far a lesson is, and keeps it. A completed lesson stays completed.
    mutating func record(_ stage: Stage, of lesson: String) {
        guard stages[lesson] != .done, stages[lesson] != stage else { return }
        // Another shell may have recorded a lesson meanwhile.
        self = TutorialProgress(folder: folder)
        guard stages[lesson] != .done else { return }
        stages[lesson] = stage
        let lines = stages.sorted { $0.key < $1.key }.map { entry in
            "  \(JSON.string(entry.key).written): \(JSON.string(entry.value.rawValue).written)"
        }
        let text = "{\n\(lines.joined(separator: ",\n"))\n}\n"
        try? Folder.make(folder)
        try? WholeFile.write(Array(text.utf8), to: "\(folder)/\(Self.file)", isDurable: false)
    }
}
