/// An environment variable that a program reads.
package struct EnvironmentVariable: Sendable {
    /// The name of the variable, without `$`.
    package let name: String
    /// What the value sets, in sentences for the manual page.
    package let help: String

    /// Describes a variable for the manual page.
    package init(_ name: String, _ help: String) {
        self.name = name
        self.help = help
    }
}
