import TroveTesting

/// The golden transcripts, and the scripts that they record.
enum Golden {
    /// The absolute path of their folder.
    static let folder = Repository.path(of: "Tests/EndToEndTests/Golden")

    /// Returns what compares an output with a transcript, or records it.
    static func transcript(_ substitutions: [Substitution]) -> Transcript {
        Transcript(directory: folder, substitutions: substitutions)
    }

    /// Returns the absolute path of a script.
    static func script(_ name: String) -> String { "\(folder)/\(name).trove" }
}
