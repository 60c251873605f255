/// One option of a program: what is typed, what it does, and what help says.
package struct CommandLineOption<Options>: Sendable {
    /// Where the options keep a value.
    package typealias Path<Value> = any WritableKeyPath<Options, Value> & Sendable
    /// Takes in the value, which is empty for an option without one.
    package typealias Take =
        @Sendable (inout Options, String) throws(CommandLineError) -> Void

    /// What a value can be, for completion in other shells.
    package enum Values: Sendable, Equatable {
        case anything, file
        case words([String])
    }

    /// As it is typed; further names do the same.
    package let names: [String]
    /// As help shows the value; nil for an option without one.
    package let placeholder: String?
    /// What it does, for help: one or several lines.
    package let help: String
    let values: Values
    /// Whether the value may be empty.
    let allowsEmpty: Bool
    let take: Take

    /// An option with a value.
    ///
    /// - Parameters:
    ///   - names: as it is typed; the first one is shown.
    ///   - placeholder: as help shows the value.
    ///   - help: what the option does.
    ///   - values: what the value can be, for completion.
    ///   - allowsEmpty: whether the value may be empty.
    ///   - take: takes in the value.
    /// - Returns: the option.
    package static func value(
        _ names: String..., placeholder: String, _ help: String, values: Values = .anything,
        allowsEmpty: Bool = false, take: @escaping Take
    ) -> Self {
        Self(
            names: names, placeholder: placeholder, help: help, values: values,
            allowsEmpty: allowsEmpty, take: take)
    }

    /// An option with the path of a file.
    package static func file(_ name: String, _ path: Path<String?>, _ help: String) -> Self {
        value(name, placeholder: "FILE", help, values: .file) {
            (options, text) throws(CommandLineError) in
            options[keyPath: path] = text
        }
    }

    /// An option whose value is one of the raw values of a type.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, placeholder: String, _ path: Path<Choice>, _ help: String
    ) -> Self {
        let words = Choice.allCases.map(\.rawValue)
        return value(name, placeholder: placeholder, help, values: .words(words)) {
            (options, text) throws(CommandLineError) in
            guard let choice = Choice(rawValue: text) else {
                throw .badValue(text, option: name, known: words)
            }
            options[keyPath: path] = choice
        }
    }

    /// An option without a value.
    ///
    /// - Parameters:
    ///   - names: as it is typed; the first one is shown.
    ///   - help: what the option does.
    ///   - take: what it changes.
    /// - Returns: the option.
    package static func flag(
        _ names: String..., help: String, take: @escaping @Sendable (inout Options) -> Void
    ) -> Self {
        Self(names: names, placeholder: nil, help: help, values: .anything, allowsEmpty: true) {
            (options, _) throws(CommandLineError) in
            take(&options)
        }
    }

    /// As help shows it: `--output FORMAT`.
    package var synopsis: String {
        ([names.first].compactMap(\.self) + [placeholder].compactMap(\.self))
            .joined(separator: " ")
    }
}

/// Why a command line cannot be used.
package enum CommandLineError: Error, Sendable, Equatable {
    /// The program has no such option.
    case unknown(String)
    /// An option without its value.
    case missingValue(String)
    /// The option does not take this value; what it takes, empty for one that takes no value.
    case badValue(String, option: String, known: [String])
    /// Two options that exclude each other.
    case contradiction(String, String)
    /// The first option makes sense only with the second.
    case missingOption(String, needs: String)
}
