/// How the shell behaves, as far as a person can choose it.
struct Settings: Equatable {
    var output = OutputFormat.table
    var color = Options.Color.auto
    /// Whether long output on a terminal goes through a pager.
    var pager = true
    /// Whether pictures are drawn on a terminal.
    var pictures = true
    /// Whether deleting asks first.
    var confirm = true

    /// One setting: its name, what it can be, and what it is.
    struct Entry {
        let name: String
        let choices: [String]
        let value: String
    }

    static let names = ["output", "color", "pager", "pictures", "confirm"]

    var entries: [Entry] {
        Self.names.compactMap(entry)
    }

    func entry(_ name: String) -> Entry? {
        let switches = ["on", "off"]
        switch name {
        case "output":
            return Entry(
                name: name, choices: OutputFormat.allCases.map(\.rawValue), value: output.rawValue)
        case "color":
            return Entry(
                name: name, choices: Options.Color.allCases.map(\.rawValue), value: color.rawValue)
        case "pager": return Entry(name: name, choices: switches, value: pager ? "on" : "off")
        case "pictures":
            return Entry(name: name, choices: switches, value: pictures ? "on" : "off")
        case "confirm": return Entry(name: name, choices: switches, value: confirm ? "on" : "off")
        default: return nil
        }
    }

    /// Changes a setting; false when the value is none of its choices.
    mutating func set(_ name: String, to value: String) -> Bool {
        guard let entry = entry(name), entry.choices.contains(value) else { return false }
        switch name {
        case "output": output = OutputFormat(rawValue: value) ?? output
        case "color": color = Options.Color(rawValue: value) ?? color
        case "pager": pager = value == "on"
        case "pictures": pictures = value == "on"
        default: confirm = value == "on"
        }
        return true
    }
}
