/// The options that every program has: they print something about it, and then it ends.
package struct InformationOptions: Sendable, Equatable {
    /// Whether to print the help only.
    package var wantsHelp = false
    /// Whether to print the version only.
    package var wantsVersion = false
    /// Whether to print the manual page only.
    package var wantsManual = false
    /// The shell to print completions for, and nothing else; nil for none.
    package var completions: ShellCompletion?

    /// Creates the options of a command line that has none of them.
    package init() {}
}

extension OptionTable {
    /// Creates a table of a program's own options, followed by those that every program has.
    ///
    /// - Parameters:
    ///   - options: The program's own options, in the order of help.
    ///   - information: The property that stores the others.
    package init(
        _ options: [CommandLineOption<Options>],
        information: CommandLineOption<Options>.Path<InformationOptions>
    ) {
        self.init(
            options + [
                .flag("--help", "-h", help: "print this help") {
                    $0[keyPath: information].wantsHelp = true
                },
                .flag("--version", help: "print the version") {
                    $0[keyPath: information].wantsVersion = true
                },
                .flag("--manual", help: "print the manual page in the format of man(7)") {
                    $0[keyPath: information].wantsManual = true
                },
                .value(
                    "--completions", placeholder: "SHELL",
                    "print completions for another shell: bash, zsh, fish",
                    values: .words(ShellCompletion.allCases.map(\.rawValue))
                ) { (options, text) throws(CommandLineError) in
                    options[keyPath: information].completions = try ShellCompletion(
                        named: text, by: "--completions")
                },
            ])
    }
}
