import TroveLanguage

/// What was asked for on the command line.
package struct Options: Sendable {
    /// Where commands come from.
    package enum Script: Sendable, Equatable {
        case command(String)
        case file(String)
        case standardInput
    }

    package enum Color: String, Sendable, CaseIterable {
        case auto, always, never
    }

    package var scripts: [Script] = []
    package var library: String?
    package var isEphemeral = false
    package var isReadOnly = false
    package var output = OutputFormat.table
    package var echoes = false
    package var saysYes = false
    package var stopsOnError = false
    package var checksOnly = false
    package var color = Color.auto
    package var readsStartFile = true
    package var wantsHelp = false
    package var wantsVersion = false

    /// Why a command line cannot be used.
    package enum Failure: Error, Sendable, Equatable {
        case unknown(String, nearest: [String])
        case missingValue(String)
        case badValue(String, option: String, known: [String])
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
            guard let color = Color(rawValue: text) else {
                throw .badValue(text, option: name, known: Color.allCases.map(\.rawValue))
            }
            self.color = color
        // Pictures come later; a script that asks for none is right already.
        case "--no-pictures": break
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
    static func color(in arguments: [String]) -> Color {
        for (index, argument) in arguments.enumerated() {
            if let color = Color.allCases.first(where: { argument == "--color=\($0.rawValue)" }) {
                return color
            }
            if argument == "--color", index + 1 < arguments.count {
                return Color(rawValue: arguments[index + 1]) ?? .auto
            }
        }
        return .auto
    }

    private static func nearest(to name: String) -> [String] {
        Nearest.names(to: name, among: names)
    }
}
