/// How to start a program, apart from its standard streams.
struct ProgramLaunch {
    /// The absolute path of the program.
    var path: String
    /// The arguments after the program's name.
    var arguments: [String]
    /// The whole environment; nothing is inherited.
    var environment: [String: String]
    var workingDirectory: String
    /// The program's home, kept while the value lives.
    var scratch: ScratchDirectory?

    /// The command line, for error messages.
    var commandLine: String {
        ([path] + arguments).map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ argument: String) -> String {
        let plain = argument.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-_./=:,+@%".unicodeScalars.contains($0)
        }
        guard argument.isEmpty || !plain else { return argument }
        var inner = ""
        for character in argument { inner += character == "'" ? "'\\''" : String(character) }
        return "'\(inner)'"
    }
}
