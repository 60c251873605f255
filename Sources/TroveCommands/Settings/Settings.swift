package import TroveLookup
import TroveTerminal

/// The settings of the shell and of the online catalogues.
package struct Settings {
    /// How replies are written: as the user chose, else as a table, or as lines in plain mode.
    package var output: OutputChoice {
        get { chosenOutput ?? (plain ? .lines : .table) }
        set { chosenOutput = newValue }
    }
    private var chosenOutput: OutputChoice?
    /// Whether output suits a screen reader: nothing is drawn again in place, and there are no
    /// bars, pictures or tables.
    package var plain = false
    /// Whether the time of each command is shown.
    package var timing = false
    /// When output has colors.
    package var color = ColorChoice.auto
    /// Whether long output on a terminal goes through a pager.
    package var pager = true
    /// Whether pictures are drawn on a terminal.
    package var pictures = true
    /// When covers are fetched in the background.
    package var covers = CoverChoice.off
    /// Whether the prompt suggests the rest of a line while it is being typed.
    package var suggestions = true
    /// Whether deletions and duplicates need confirmation.
    package var confirm = true
    /// The number of items to finish in a year; nil if the user has no goal.
    package var goal: Int?
    /// The addresses and keys of the online catalogues, and the contact.
    package var catalogues = CatalogueSettings()

    /// The invalid addresses in the environment, by the name of the setting.
    private var badAddresses: [String: BadAddress] = [:]

    /// Creates the default settings; `readEnvironment` reads those of the environment.
    package init() {}

    /// One setting as it is shown: its name, its possible values and its value.
    package struct Entry: Sendable {
        /// What is typed after `settings`.
        package let name: String
        /// The possible values; empty if there is no list of them.
        package let choices: [String]
        /// Describes the valid values if there is no list of them.
        let takes: TerminalText
        /// The current value, as it is shown.
        package let value: String
    }

    /// An environment variable with an invalid address.
    package struct BadAddress {
        let variable: String
        let value: String
        /// The setting that can hold the address instead.
        let setting: String
    }

    /// The environment variables that `readEnvironment` reads.
    package static let environmentVariables = Setting.variables

    static let names = Setting.all.map(\.name)

    /// All settings with their current values.
    package var entries: [Entry] { Setting.all.map { $0.entry(in: self) } }

    /// Returns one setting with its current value; nil if there is no such setting.
    func entry(_ name: String) -> Entry? {
        Setting.all.first { $0.name == name }?.entry(in: self)
    }

    /// Changes a setting. Returns false if the value is not valid.
    mutating func set(_ name: String, to value: String) -> Bool {
        guard let setting = Setting.all.first(where: { $0.name == name }),
            setting.choices.isEmpty || setting.choices.contains(value),
            setting.set(&self, value)
        else { return false }
        badAddresses[name] = nil
        return true
    }

    /// Whether long output goes through a pager.
    package var usesPager: Bool { pager && !plain }
    /// Whether pictures are drawn.
    package var drawsPictures: Bool { pictures && !plain }
    /// Whether the rest of a line is shown while it is being typed.
    package var showsSuggestions: Bool { suggestions && !plain }

    /// Takes the settings about the terminal from another session on it.
    package mutating func takeTerminal(from other: Settings) {
        plain = other.plain
        color = other.color
        pager = other.pager
        pictures = other.pictures
        suggestions = other.suggestions
    }

    /// Reads the settings of the catalogues from the environment.
    package mutating func readEnvironment(_ variable: (String) -> String?) {
        // The table of settings is built only if a variable is set.
        guard Setting.variables.contains(where: { variable($0) != nil }) else { return }
        for setting in Setting.external {
            guard let name = setting.variable, let value = variable(name),
                !set(setting.name, to: value), setting.isAddress
            else { continue }
            badAddresses[setting.name] = BadAddress(
                variable: name, value: value, setting: setting.name)
        }
    }

    /// Returns the first of these addresses that is invalid in the environment.
    func badAddress(among addresses: [CatalogueSetting]) -> BadAddress? {
        addresses.lazy.compactMap { badAddresses[$0.name] }.first
    }
}

/// When output has colors. With `auto` a script has none, and at a prompt it depends on the
/// terminal and `NO_COLOR`.
package enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
}

/// When covers are fetched without a command: never, or while a user is at the prompt.
package enum CoverChoice: String, Sendable, CaseIterable {
    case off, auto
}
