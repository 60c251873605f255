package import TroveCommands
import TroveLanguage

/// What was asked for on the command line.
package struct Options: Sendable {
    /// Where commands come from: the text itself, or the path of a file.
    package enum Script: Sendable, Equatable {
        case command(String)
        case file(String)
        case standardInput
    }

    /// What to run, in this order; empty means the prompt on a terminal, else standard input.
    package var scripts: [Script] = []
    /// The path of the library's file; nil means the default one.
    package var library: String?
    /// Whether the library is kept in memory alone.
    package var isEphemeral = false
    /// Whether the library's file is never written.
    package var isReadOnly = false
    /// How answers are written to standard output.
    package var output = OutputFormat.table
    /// Whether each command of a script is printed before its output.
    package var echoes = false
    /// Whether confirmations are answered with yes.
    package var saysYes = false
    /// Whether the first command that fails ends everything, with status 3.
    package var stopsOnError = false
    /// Whether commands are only looked at, and none is run.
    package var checksOnly = false
    /// Of standard output and standard error.
    package var color = ColorChoice.auto
    /// Whether pictures are drawn on a terminal.
    package var showsPictures = true
    /// Whether the prompt begins with the commands of `rc.trove`.
    package var readsStartFile = true
    /// Whether to say how the program is called, and do nothing else.
    package var wantsHelp = false
    /// Whether to print the version, and do nothing else.
    package var wantsVersion = false

    /// Why a command line cannot be used.
    package enum Failure: Error, Sendable, Equatable {
        /// There is no such option; those like it.
        case unknown(String, nearest: [String])
        /// An option whose value is not there.
        case missingValue(String)
        /// The option does not take this; what it takes, empty for one that takes no value.
        case badValue(String, option: String, known: [String])
        /// Two options that exclude each other.
        case contradiction(String, String)
    }

    static let names = [
        "-c", "-f", "--library", "--ephemeral", "--read-only", "--output", "--json", "--echo",
        "--yes",
        "--stop-on-error", "--check", "--color", "--no-pictures", "--no-rc", "--help", "--version",
    ]

    /// Reads the arguments behind the program's name.
    package init(_ arguments: [String]) throws(Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            var name = argument
            var attached: String?
            if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
                name = String(argument[..<sign])
                attached = String(argument[argument.index(after: sign)...])
            }
            func value() throws(Failure) -> String {
                guard let value = attached ?? rest.popFirst(), !value.isEmpty || name == "-c" else {
                    throw .missingValue(name)
                }
                attached = nil
                return value
            }
            try apply(name, value)
            if attached != nil { throw .badValue(argument, option: name, known: []) }
        }
        if isEphemeral, library != nil { throw .contradiction("--ephemeral", "--library") }
        if isEphemeral, isReadOnly { throw .contradiction("--ephemeral", "--read-only") }
    }

    private mutating func apply(
        _ name: String, _ value: () throws(Failure) -> String
    ) throws(Failure) {
        switch name {
        case "-c": scripts.append(.command(try value()))
        case "-f": scripts.append(Self.script(try value()))
        case "-": scripts.append(.standardInput)
        case "--library": library = try value()
        case "--ephemeral": isEphemeral = true
        case "--read-only": isReadOnly = true
        case "--output":
            let text = try value()
            guard let format = OutputFormat(rawValue: text) else {
                throw .badValue(text, option: name, known: OutputFormat.allCases.map(\.rawValue))
            }
            output = format
        case "--json": output = .json
        case "--echo": echoes = true
        case "--yes": saysYes = true
        case "--stop-on-error": stopsOnError = true
        case "--check": checksOnly = true
        case "--color":
            let text = try value()
            guard let color = ColorChoice(rawValue: text) else {
                throw .badValue(text, option: name, known: ColorChoice.allCases.map(\.rawValue))
            }
            self.color = color
        case "--no-pictures": showsPictures = false
        case "--no-rc": readsStartFile = false
        case "--help", "-h": wantsHelp = true
        case "--version": wantsVersion = true
        default:
            guard !name.hasPrefix("-") else {
                throw .unknown(name, nearest: Self.nearest(to: name))
            }
            scripts.append(Self.script(name))
        }
    }

    private static func script(_ path: String) -> Script {
        path == "-" ? .standardInput : .file(path)
    }
}

extension Options {
    /// The colours asked for in a command line that has other mistakes.
    static func color(in arguments: [String]) -> ColorChoice {
        for (index, argument) in arguments.enumerated() {
            if let color = ColorChoice.allCases.first(where: {
                argument == "--color=\($0.rawValue)"
            }) {
                return color
            }
            if argument == "--color", index + 1 < arguments.count {
                return ColorChoice(rawValue: arguments[index + 1]) ?? .auto
            }
        }
        return .auto
    }

    private static func nearest(to name: String) -> [String] {
        Nearest.names(to: name, among: names)
    }
}
