import TroveTesting

/// Measures the shortest runs of the shell, against SQLite's shell with a statement that reads no
/// file.
func start(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("start: \(sizes.runs * 8) runs of each")
    let rows: [(arguments: [String], target: Double)] = [
        (["--version"], 1.2), (["--ephemeral", "-c", "echo x"], 1.5),
    ]
    return try rows.map { arguments, target in
        let medians = try sideBySide(runs: sizes.runs * 8) { side in
            let run =
                switch side {
                case .ours: try workshop.trove.run(arguments)
                case .theirs: try workshop.sqlite.run([":memory:", "SELECT 1"])
                }
            return try run.requiring().duration
        }
        return Comparison(
            "trove \(arguments.joined(separator: " "))", ours: medians.ours, "sqlite3",
            medians.theirs, target: target)
    }
}
