/// The options of a program: parsing and help come from this table.
package struct OptionTable<Options>: Sendable {
    /// In the order in which help lists them.
    package let options: [CommandLineOption<Options>]

    package init(_ options: [CommandLineOption<Options>]) {
        self.options = options
    }

    /// Reads the arguments behind a program's name.
    ///
    /// - Parameters:
    ///   - arguments: as the program got them.
    ///   - result: what they are put into.
    ///   - operand: takes in an argument that does not begin with a dash and is no option; nil where the
    ///     program takes none.
    /// - Throws: what is wrong with them.
    package func parse(
        _ arguments: [String], into result: inout Options,
        operand: ((inout Options, String) -> Void)? = nil
    ) throws(CommandLineError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            var name = argument
            var attached: String?
            if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
                name = String(argument[..<sign])
                attached = String(argument[argument.index(after: sign)...])
            }
            guard let option = options.first(where: { $0.names.contains(name) }) else {
                guard let operand, name == "-" || !name.hasPrefix("-") else {
                    throw .unknown(name)
                }
                operand(&result, name)
                continue
            }
            guard option.placeholder != nil else {
                if attached != nil { throw .badValue(argument, option: name, known: []) }
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

    /// The options as help lists them, without the program's own words: two columns, the second from
    /// `column` on.
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
