/// Completion scripts for other shells.
package enum ShellCompletion: String, Sendable, CaseIterable {
    case bash, zsh, fish

    /// Finds a shell by its name.
    ///
    /// - Parameters:
    ///   - name: The name as typed.
    ///   - option: The option that has it as its value.
    /// - Throws: `badValue` for an unknown name.
    package init(named name: String, by option: String) throws(CommandLineError) {
        guard let shell = Self(rawValue: name) else {
            throw .badValue(name, option: option, known: Self.allCases.map(\.rawValue))
        }
        self = shell
    }

    /// Returns the completion script for a program.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - table: The program's options.
    /// - Returns: The script, for the shell's completion folder.
    package func script<Options>(_ program: String, _ table: OptionTable<Options>) -> String {
        switch self {
        case .bash: bash(program, table)
        case .zsh: zsh(program, table)
        case .fish: fish(program, table)
        }
    }

    private func bash<Options>(_ program: String, _ table: OptionTable<Options>) -> String {
        let function = "_" + program.replacing("-", with: "_")
        let cases = table.options.filter { $0.placeholder != nil }.map { option in
            let answer =
                switch option.values {
                case .anything: "return"
                case .file: "mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return"
                case .words(let words):
                    "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\")); return"
                }
            return "        \(option.names.joined(separator: "|"))) \(answer) ;;"
        }
        let (commands, options) = Self.names(in: table)
        return """
            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]}
                COMPREPLY=()
                case ${COMP_WORDS[COMP_CWORD-1]} in
            \(cases.joined(separator: "\n"))
                esac
                case $word in
                    -*) COMPREPLY=($(compgen -W '\(options)' -- "$word")) ;;
                    *) \(Self.bashOperands(commands)) ;;
                esac
            }
            complete -o filenames -F \(function) \(program)

            """
    }

    /// The statements that complete an operand in bash: a command; or a file, after a command or in
    /// a program without commands.
    private static func bashOperands(_ commands: String) -> String {
        let files = "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
        guard !commands.isEmpty else { return files }
        let known = commands.replacing(" ", with: "|")
        return """
            if [[ " ${COMP_WORDS[*]:1:COMP_CWORD-1} " =~ \\ (\(known))\\  ]]; then
                            \(files)
                        else
                            COMPREPLY=($(compgen -W '\(commands)' -- "$word"))
                            compopt +o filenames
                        fi
            """
    }

    private func zsh<Options>(_ program: String, _ table: OptionTable<Options>) -> String {
        let options = table.options.filter { $0.names[0].hasPrefix("-") }.map { option in
            let value =
                switch option.values {
                case _ where option.placeholder == nil: ""
                case .anything: ":value: "
                case .file: ":file:_files"
                case .words(let words): ":value:(\(words.joined(separator: " ")))"
                }
            return "    '\(option.names[0])[\(Self.summary(option.help, for: self))]\(value)' \\"
        }
        let commands = Self.names(in: table).commands
        let words = Self.wordsOfCommands(in: table).map {
            "\($0.command)) compadd -- \($0.words.joined(separator: " ")) ;;"
        }
        let operands =
            commands.isEmpty
            ? []
            : [
                "    '1:command:(\(commands))' \\",
                "    '2:value:{ case $line[1] in \(words.joined(separator: " ")) *) _files ;; esac }' \\",
            ]
        return """
            #compdef \(program)
            _arguments \\
            \((options + operands).joined(separator: "\n"))
                '*:file:_files'

            """
    }

    /// The commands whose argument is one of a fixed set of words.
    private static func wordsOfCommands<Options>(
        in table: OptionTable<Options>
    ) -> [(command: String, words: [String])] {
        table.options.compactMap { option in
            guard !option.names[0].hasPrefix("-"), case .words(let words) = option.values else {
                return nil
            }
            return (option.names[0], words)
        }
    }

    /// The names of the commands and of the options, separated by spaces.
    private static func names<Options>(
        in table: OptionTable<Options>
    ) -> (commands: String, options: String) {
        let names = table.names
        return (
            names.filter { !$0.hasPrefix("-") }.joined(separator: " "),
            names.filter { $0.hasPrefix("-") }.joined(separator: " ")
        )
    }

    private func fish<Options>(_ program: String, _ table: OptionTable<Options>) -> String {
        let lines = table.options.flatMap { option in
            option.names.filter { $0.hasPrefix("-") }.map { name in
                let kind =
                    name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
                let value =
                    switch option.values {
                    case _ where option.placeholder == nil: ""
                    case .anything: " -x"
                    case .file: " -r"
                    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
                    }
                let summary = Self.summary(option.help, for: self)
                return "complete -c \(program) \(kind)\(value) -d '\(summary)'"
            }
        }
        let commands = Self.names(in: table).commands
        var rest: [String] = []
        if !commands.isEmpty {
            rest.append("complete -c \(program) -f -n __fish_use_subcommand -a '\(commands)'")
        }
        for (command, words) in Self.wordsOfCommands(in: table) {
            let list = words.joined(separator: " ")
            let seen = "__fish_seen_subcommand_from"
            let place = "-n '\(seen) \(command); and not \(seen) \(list)'"
            rest.append("complete -c \(program) -f \(place) -a '\(list)'")
        }
        return (lines + rest).joined(separator: "\n") + "\n"
    }

    /// Returns a help text on one line, without the characters that are special in single quotes
    /// or, in zsh, in brackets. A text of several lines is cut before its first semicolon.
    private static func summary(_ help: String, for shell: ShellCompletion) -> String {
        let isLong = help.contains("\n")
        let line = String(help.prefix { !isLong || $0 != ";" }).replacing("\n", with: " ")
        let special: Set<Character> = shell == .zsh ? ["'", "[", "]", "\\"] : ["'", "\\"]
        return line.filter { !special.contains($0) }
    }
}
