/// The keys of the line editor, for the help and the manual page: those of `EditCommand`, and those
/// that the lists below the line read themselves.
package enum KeyTable {
    /// Keys with the same effect.
    package struct Entry: Sendable, Equatable {
        /// The names of the keys, such as `Ctrl-R`.
        package let keys: [String]
        /// What they do: a phrase that begins with a capital.
        package let help: String

        init(_ keys: [String], _ help: String) {
            self.keys = keys
            self.help = help
        }
    }

    /// The entries under one heading.
    package struct Group: Sendable {
        /// A phrase that begins with a capital.
        package let heading: String
        /// The keys, in the order in which they are shown.
        package let entries: [Entry]
    }

    /// All keys.
    package static var groups: [Group] {
        [
            group(.completion),
            Group(heading: "In the list of completions", entries: LineEditor.menuKeys),
            group(.history),
            Group(heading: "In the list of Ctrl-R", entries: LineEditor.searchKeys),
            group(.moving), group(.editing), group(.line),
        ]
    }

    private static func group(_ group: EditCommand.Group) -> Group {
        let added = EditCommand.all(in: group).map { entry($0.keys, $0.help) }
        let builtIn = EditCommand.builtInBindings.filter { $0.group == group }
            .map { entry($0.keys + $0.added, $0.help) }
        let fixed = fixed.filter { $0.group == group }.map(\.entry)
        return Group(
            heading: group.rawValue, entries: (fixed + added + builtIn).filter { !$0.keys.isEmpty })
    }

    /// The keys that the terminal or libedit handles without a command.
    private static let fixed: [(group: EditCommand.Group, entry: Entry)] = [
        (.line, Entry(["Enter"], "Run the line")),
        (.line, Entry(["Ctrl-C"], "Discard the line, or stop the command that runs")),
        (.line, Entry(["Ctrl-Z"], "Suspend the shell; fg continues it")),
    ]

    private static func entry(_ notations: [String], _ help: String) -> Entry {
        var names: [String] = []
        for name in notations.compactMap(name(of:)) where !names.contains(name) {
            names.append(name)
        }
        return Entry(names, help)
    }

    // MARK: Names

    /// Returns the name of a key sequence in libedit's notation, such as `Ctrl-X Ctrl-E` for
    /// `^X^E`; nil for one that no key sends.
    package static func name(of notation: String) -> String? {
        if notation == "^^" { return nil }
        if let name = special[notation] { return name }
        if notation.hasPrefix("\\e") {
            return name(of: String(notation.dropFirst(2))).map { "Alt-\($0)" }
        }
        var names: [String] = []
        var rest = Substring(notation)
        while let first = rest.popFirst() {
            if first == "^", let letter = rest.popFirst() {
                names.append(special["^\(letter)"] ?? "Ctrl-\(letter)")
            } else {
                names.append(first.uppercased())
            }
        }
        return names.joined(separator: " ")
    }

    private static let special = [
        "^I": "Tab", "^?": "Backspace", "\\e[Z": "Shift-Tab", "\\e[3~": "Delete",
        "\\e[A": "Up", "\\e[B": "Down", "\\e[C": "Right", "\\e[D": "Left",
        "\\eOA": "Up", "\\eOB": "Down", "\\eOC": "Right", "\\eOD": "Left",
        "\\e[H": "Home", "\\eOH": "Home", "\\e[1~": "Home",
        "\\e[F": "End", "\\eOF": "End", "\\e[4~": "End",
        "\\e[5~": "Page Up", "\\e[6~": "Page Down",
        "\\e[1;5C": "Ctrl-Right", "\\e[5C": "Ctrl-Right", "\\e[1;3C": "Alt-Right",
        "\\e[1;5D": "Ctrl-Left", "\\e[5D": "Ctrl-Left", "\\e[1;3D": "Alt-Left",
        "\\e^?": "Alt-Backspace", "\\e^H": "Alt-Backspace",
    ]
}
