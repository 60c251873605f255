import TroveLookup
import TroveTerminal

/// One setting: its name, its possible values, and where it is stored.
struct Setting: Sendable {
    /// The property that stores the value.
    typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

    let name: String
    /// The environment variable that also sets it.
    var variable: String?
    /// The possible values; empty if there is no list of them.
    var choices: [String] = []
    /// Describes the valid values of a setting without a list of them.
    var takes = Message.takesText
    var isAddress = false
    let shown: @Sendable (Settings) -> String
    /// Sets the value. Returns false if it is not valid.
    let set: @Sendable (inout Settings, String) -> Bool

    /// All settings, in the order of `settings`.
    static let all = own + external

    /// The settings that the environment can also set.
    static let external =
        [text("contact", contactVariable, \.catalogues.contact), language]
        + CatalogueServices.all.flatMap { $0.addresses }.map(address)
        + CatalogueServices.all.compactMap { $0.key }.map(key)

    static let variables =
        [contactVariable, languageVariable]
        + CatalogueServices.all.flatMap { $0.addresses + [$0.key].compactMap(\.self) }
        .map(\.variable)

    private static let contactVariable = "TROVE_CONTACT"
    private static let languageVariable = "TROVE_TMDB_LANGUAGE"

    private static let own = [
        choice("output", \.output), choice("color", \.color), onOff("pager", \.pager),
        onOff("pictures", \.pictures), choice("covers", \.covers),
        onOff("suggestions", \.suggestions), onOff("confirm", \.confirm),
        onOff("plain", \.plain), onOff("timing", \.timing), goal,
    ]

    /// Returns the setting as it is shown.
    func entry(in settings: Settings) -> Settings.Entry {
        Settings.Entry(
            name: name, choices: choices, takes: takes,
            value: shown(settings))
    }

    // MARK: Types of settings

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: Path<Choice>
    ) -> Setting {
        Setting(name: name, choices: Choice.allCases.map(\.rawValue)) {
            $0[keyPath: path].rawValue
        } set: { settings, value in
            guard let choice = Choice(rawValue: value) else { return false }
            settings[keyPath: path] = choice
            return true
        }
    }

    private static func onOff(_ name: String, _ path: Path<Bool>) -> Setting {
        Setting(name: name, choices: ["on", "off"]) {
            $0[keyPath: path] ? "on" : "off"
        } set: { settings, value in
            settings[keyPath: path] = value == "on"
            return true
        }
    }

    private static let goal = Setting(name: "goal", takes: Message.takesGoal) {
        $0.goal.map { "\($0)" } ?? Message.notSet.rendered
    } set: { settings, value in
        let number = Int(value).flatMap { (1...10_000).contains($0) ? $0 : nil }
        guard number != nil || value == "off" else { return false }
        settings.goal = number
        return true
    }

    /// The language of texts about films: `de` or `de-DE`.
    private static let language = Setting(
        name: "tmdb-language", variable: languageVariable, takes: Message.takesLanguage
    ) {
        $0.catalogues.language
    } set: { settings, value in
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        let areLetters = parts.allSatisfy { part in
            part.count == 2 && part.allSatisfy { $0.isASCII && $0.isLetter }
        }
        guard (1...2).contains(parts.count), areLetters else { return false }
        settings.catalogues.language =
            ([parts[0].lowercased()] + parts.dropFirst().map { $0.uppercased() })
            .joined(separator: "-")
        return true
    }

    /// Returns a setting whose text is sent to services.
    private static func text(
        _ name: String, _ variable: String, _ path: Path<String?>
    ) -> Setting {
        Setting(name: name, variable: variable) {
            $0[keyPath: path] ?? Message.notSet.rendered
        } set: { settings, value in
            guard isPlain(value) else { return false }
            settings[keyPath: path] = value
            return true
        }
    }

    /// Returns a setting for the key of a service, which is never shown.
    private static func key(_ key: CatalogueSetting) -> Setting {
        Setting(name: key.name, variable: key.variable) {
            ($0.catalogues[key] == nil ? Message.notSet : Message.isSet).rendered
        } set: { settings, value in
            guard isPlain(value) else { return false }
            settings.catalogues[key] = value
            return true
        }
    }

    private static func address(_ address: CatalogueSetting) -> Setting {
        Setting(
            name: address.name, variable: address.variable, takes: Message.takesAddress,
            isAddress: true
        ) {
            $0.catalogues[address] ?? Message.notSet.rendered
        } set: { settings, value in
            guard isAddress(value) else { return false }
            let end = value.lastIndex { $0 != "/" }.map { value.index(after: $0) }
            settings.catalogues[address] = String(value[..<(end ?? value.endIndex)])
            return true
        }
    }

    /// Whether a text can be used in a request header: one line of printable ASCII.
    private static func isPlain(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// Whether a text is an `http://` or `https://` address with a host.
    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return false
        }
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !host.isEmpty && !text.contains(where: \.isWhitespace)
    }
}
