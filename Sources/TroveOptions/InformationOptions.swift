/// The options that every program has: each makes the program print something about itself and
/// exit.
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

/// The options of a program, with those that every program has.
package protocol ProgramOptions: SendableMetatype {
    /// What to print instead of running.
    var information: InformationOptions { get set }
}

extension OptionTable where Options: ProgramOptions {
    /// Creates a table of a program's own options, followed by those that every program has.
    ///
    /// - Parameter options: The program's own options, in the order of help.
    package init(of options: [CommandLineOption<Options>]) {
        var all = options
        let common: [CommandLineOption<Options>] = [
            .flag("--help", "-h", help: "print this help") {
                $0.information.wantsHelp = true
            },
            .flag("--version", help: "print the version") {
                $0.information.wantsVersion = true
            },
            .flag("--manual", help: "print the manual page in the format of man(7)") {
                $0.information.wantsManual = true
            },
            .value(
                "--completions", placeholder: "SHELL",
                "print completions for another shell: bash, zsh, fish",
                values: .words(ShellCompletion.allCases.map(\.rawValue))
            ) { (options, text) throws(CommandLineError) in
                options.information.completions = try ShellCompletion(
                    named: text, by: "--completions")
            },
        ]
        // Appending one by one needs no generic types, which every start would create at run time.
        for option in common { all.append(option) }
        self.init(all)
    }
}
