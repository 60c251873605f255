package import TroveLookup
import TroveTerminal

/// What the user can choose: how the shell behaves, and where the online catalogues are.
package struct Settings {
    /// How replies are written.
    package var output = OutputFormat.table
    /// When output has colors.
    package var color = ColorChoice.auto
    /// Whether long output on a terminal goes through a pager.
    package var pager = true
    /// Whether pictures are drawn on a terminal.
    package var pictures = true
    /// Whether deleting asks first, and adding what is there already.
    package var confirm = true
    /// How many items are to be finished in a year; nil where the user has no goal.
    package var goal: Int?
    /// Where the online catalogues are, and how Trove introduces itself to them.
    package var catalogues = CatalogueSettings()

    /// The addresses in the environment that cannot be used, by the name of the setting.
    private var badAddresses: [String: BadAddress] = [:]

    package init() {}

    /// One setting as it is shown: its name, what it can be, and what it is.
    package struct Entry {
        /// What is typed after `settings`.
        package let name: String
        /// Empty where it can be any text.
        package let choices: [String]
        /// The current value, as it is shown.
        package let value: String
    }

    /// A variable of the environment that should hold an address.
    package struct BadAddress {
        let variable: String
        let value: String
        /// The setting that can hold the address instead.
        let setting: String
    }

    /// The names of all settings.
    static let names = Setting.all.map(\.name)

    /// All settings as they are.
    package var entries: [Entry] { Setting.all.map { $0.entry(in: self) } }

    /// One setting as it is; nil where there is none of this name.
    func entry(_ name: String) -> Entry? {
        Setting.all.first { $0.name == name }?.entry(in: self)
    }

    /// Changes a setting; false when it cannot have the value.
    mutating func set(_ name: String, to value: String) -> Bool {
        guard let setting = Setting.all.first(where: { $0.name == name }),
            setting.choices.isEmpty || setting.choices.contains(value),
            setting.set(&self, value)
        else { return false }
        badAddresses[name] = nil
        return true
    }

    /// Takes in what the environment says about the catalogues.
    package mutating func take(from variable: (String) -> String?) {
        for setting in Setting.all {
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

/// When output has colors. With `auto` a script has none, and a prompt asks the terminal and
/// `NO_COLOR`.
package enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
}
