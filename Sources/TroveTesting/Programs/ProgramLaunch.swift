/// Everything that decides how a program starts, apart from its standard streams.
struct ProgramLaunch {
    /// An absolute path.
    var path: String
    /// The arguments after the program's name.
    var arguments: [String]
    /// The whole environment: nothing is inherited.
    var environment: [String: String]
    var workingDirectory: String
    /// The program's home, which is there for as long as the program is looked at.
    var scratch: ScratchDirectory?

    /// The command as error messages quote it.
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
