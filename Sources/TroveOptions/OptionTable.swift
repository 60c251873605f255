/// The options of a program, from which parsing and help are derived.
package struct OptionTable<Options>: Sendable {
    /// The options in the order of help.
    package let options: [CommandLineOption<Options>]

    /// Creates a table of options, in the order of help.
    package init(_ options: [CommandLineOption<Options>]) {
        self.options = options
    }

    /// Returns the option with a name. In code that is not specialized, a program's first call of
    /// `first(where:)` is slow; a loop over indices is not.
    private func option(named name: String) -> CommandLineOption<Options>? {
        for place in options.indices where options[place].names.contains(name) {
            return options[place]
        }
        return nil
    }

    /// Parses a program's arguments. After `--`, no argument is an option.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program's name.
    ///   - result: The options to fill in.
    ///   - operand: Stores an argument that is not an option; nil when the program takes none.
    /// - Throws: `CommandLineError` for the first invalid argument.
    package func parse(
        _ arguments: [String], into result: inout Options,
        operand: ((inout Options, String) -> Void)? = nil
    ) throws(CommandLineError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--", let operand {
                for word in rest { operand(&result, word) }
                return
            }
            var name = argument
            var attached: String?
            if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
                name = String(argument[..<sign])
                attached = String(argument[argument.index(after: sign)...])
            }
            guard let option = option(named: name) else {
                guard let operand, name == "-" || !name.hasPrefix("-") else {
                    throw .unknown(name)
                }
                operand(&result, name)
                continue
            }
            guard option.placeholder != nil else {
                if attached != nil { throw .unwantedValue(name) }
                try option.take(&result, "")
                continue
            }
            guard let value = attached ?? rest.popFirst(), option.allowsEmpty || !value.isEmpty
            else { throw .missingValue(name) }
            try option.take(&result, value)
        }
    }

    /// The names of all options.
    package var names: [String] { options.flatMap(\.names) }

    /// Returns the options as help lists them: two columns, the second starting at `column`.
    package func help(column: Int) -> String {
        options.filter { $0.names.allSatisfy { $0.hasPrefix("-") } }.map { option in
            let lines = option.help.split(separator: "\n", omittingEmptySubsequences: false)
            let margin = String(repeating: " ", count: column)
            let name = "  " + option.synopsis
            let gap = String(repeating: " ", count: max(2, column - name.count))
            return name + gap + lines.joined(separator: "\n" + margin)
        }.joined(separator: "\n")
    }
}
