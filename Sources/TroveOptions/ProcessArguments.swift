/// The arguments of a program, without its name.
package struct ProcessArguments: Sendable {
    private let words: [String]
    /// Whether they could not be found.
    private var isUnknown = false
    /// The first argument that is not UTF-8, with its invalid bytes replaced; nil if all are UTF-8.
    private let invalid: String?

    /// Creates the arguments of a program that a test runs.
    package init(_ words: [String]) {
        self.words = words
        invalid = nil
    }

    private init(_ words: [String], invalid: String?) {
        self.words = words
        self.invalid = invalid
    }

    /// Returns the arguments of the process.
    package static func ofProcess() -> ProcessArguments {
        var words: [String] = []
        var index = 1
        // If even the program's name is missing, the run-time library has not found the arguments,
        // for example because /proc is not mounted. The program would run without its options.
        guard CommandLine.argc > 0 else {
            var unknown = ProcessArguments([])
            unknown.isUnknown = true
            return unknown
        }
        // A null pointer ends the arguments. They never change.
        while index < CommandLine.argc, let argument = unsafe CommandLine.unsafeArgv[index] {
            guard let word = unsafe String(validatingCString: argument) else {
                return ProcessArguments(words, invalid: unsafe String(cString: argument))
            }
            words.append(word)
            index += 1
        }
        return ProcessArguments(words)
    }

    /// Returns the arguments as text.
    ///
    /// - Throws: `notUTF8` if one is not, `argumentsAreUnknown`.
    package func texts() throws(CommandLineError) -> [String] {
        if isUnknown { throw .argumentsAreUnknown }
        if let invalid { throw .notUTF8(shown: invalid) }
        return words
    }
}
