/// A variable of the environment that a program reads.
package struct EnvironmentVariable: Sendable {
    /// Its name.
    package let name: String
    /// What it says, for help: one or several lines.
    package let help: String

    package init(_ name: String, _ help: String) {
        self.name = name
        self.help = help
    }

    /// Variables as help lists them: two columns, the second from `column` on.
    package static func help(_ variables: [EnvironmentVariable], column: Int) -> String {
        let margin = String(repeating: " ", count: column)
        return variables.map { variable in
            let name = "  " + variable.name
            let gap = String(repeating: " ", count: max(2, column - name.count))
            return name + gap + variable.help.replacing("\n", with: "\n" + margin)
        }.joined(separator: "\n")
    }
}
