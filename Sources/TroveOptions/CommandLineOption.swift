/// An option of a program: its syntax, its effect and its help.
package struct CommandLineOption<Options>: Sendable {
    /// Stores the value, which is empty for a flag.
    package typealias Take =
        @Sendable (inout Options, String) throws(CommandLineError) -> Void

    /// The possible values, for completion in other shells.
    package enum Values: Sendable, Equatable {
        case anything, file
        case words([String])
    }

    /// The names as typed; all of them mean the same.
    package let names: [String]
    /// The value's placeholder in help; nil for a flag.
    package let placeholder: String?
    let values: Values
    let allowsEmpty: Bool
    let take: Take
    private let description: @Sendable () -> String

    /// The description for help, one or several lines.
    package var help: String { description() }

    /// Creates an option with a value.
    ///
    /// - Parameters:
    ///   - names: The names as typed; help shows the first one.
    ///   - placeholder: The value's placeholder in help.
    ///   - help: What the option does.
    ///   - values: The possible values, for completion.
    ///   - allowsEmpty: Whether the value may be empty.
    ///   - take: Stores the value.
    /// - Returns: The option.
    package static func value(
        _ names: String..., placeholder: String,
        _ help: @escaping @autoclosure @Sendable () -> String, values: Values = .anything,
        allowsEmpty: Bool = false, take: @escaping Take
    ) -> Self {
        Self(
            names: names, placeholder: placeholder, values: values, allowsEmpty: allowsEmpty,
            take: take, description: help)
    }

    /// Creates an option whose value is a file's path, which `store` stores.
    package static func file(
        _ name: String, _ help: String, store: @escaping @Sendable (inout Options, String) -> Void
    ) -> Self {
        value(name, placeholder: "FILE", help, values: .file) {
            (options, text) throws(CommandLineError) in
            store(&options, text)
        }
    }

    /// Creates an option whose value is one of the raw values of a type, which `store` stores.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, placeholder: String,
        _ help: @escaping @autoclosure @Sendable () -> String,
        store: @escaping @Sendable (inout Options, Choice) -> Void
    ) -> Self where Choice.AllCases == [Choice] {
        let words = Self.rawValues(of: Choice.allCases)
        return value(name, placeholder: placeholder, help(), values: .words(words)) {
            (options, text) throws(CommandLineError) in
            guard let choice = Choice(rawValue: text) else {
                throw .badValue(text, option: name, known: words)
            }
            store(&options, choice)
        }
    }

    /// Returns the raw values. In code that is not specialized, a program's first call of `map` is
    /// slow; a loop over indices is not.
    private static func rawValues<Choice: RawRepresentable<String>>(
        of choices: [Choice]
    ) -> [String] {
        var values: [String] = []
        for place in choices.indices { values.append(choices[place].rawValue) }
        return values
    }

    /// Creates a flag: an option without a value.
    ///
    /// - Parameters:
    ///   - names: The names as typed; help shows the first one.
    ///   - help: What the option does.
    ///   - take: What it changes.
    /// - Returns: The option.
    package static func flag(
        _ names: String..., help: String, take: @escaping @Sendable (inout Options) -> Void
    ) -> Self {
        Self(
            names: names, placeholder: nil, values: .anything, allowsEmpty: true,
            take: { (options, _) throws(CommandLineError) in take(&options) },
            description: { help })
    }

    /// The option as help shows it: `--output FORMAT`.
    package var synopsis: String {
        ([names.first].compactMap(\.self) + [placeholder].compactMap(\.self))
            .joined(separator: " ")
    }
}

/// Why a command line is invalid.
package enum CommandLineError: Error, Sendable, Equatable {
    /// The program does not have this option.
    case unknown(String)
    /// The argument, shown with its invalid bytes replaced, is not UTF-8.
    case notUTF8(shown: String)
    /// The option requires a value.
    case missingValue(String)
    /// The command requires another word, such as `FILE`.
    case missingOperand(String, needs: String)
    /// The option is a flag, and was given a value.
    case unwantedValue(String)
    /// The value is invalid for the option. `known` lists the valid values.
    case badValue(String, option: String, known: [String])
    /// The two options exclude each other.
    case contradiction(String, String)
    /// The arguments of the process could not be found.
    case argumentsAreUnknown
    /// The first option requires the second.
    case missingOption(String, needs: String)
}
