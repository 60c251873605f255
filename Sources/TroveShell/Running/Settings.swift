import TroveLookup
import TroveTerminal

/// How the shell behaves, and where it finds the catalogues, as far as a person can choose it.
struct Settings {
    var output = OutputFormat.table
    var color = Options.Color.auto
    /// Whether long output on a terminal goes through a pager.
    var pager = true
    /// Whether pictures are drawn on a terminal.
    var pictures = true
    /// Whether deleting asks first, and adding what is there already.
    var confirm = true
    /// How many things are to be finished in a year; nil where nobody has a goal.
    var goal: Int?
    /// Where the online catalogues are, and by what they know who asks.
    var catalogues = CatalogueSettings()

    /// One setting: its name, what it can be, and what it is.
    struct Entry {
        let name: String
        /// Empty where it can be any text.
        let choices: [String]
        let value: String
    }

    static let names =
        ["output", "color", "pager", "pictures", "confirm", "goal", "contact"]
        + addresses.map(\.name)
        + keys.map(\.name)

    /// The addresses of services, with the variables of the environment that say them too.
    private static let addresses: [Service<String>] = [
        Service("openlibrary-url", "TROVE_OPENLIBRARY_URL", \.openLibrary),
        Service("covers-url", "TROVE_COVERS_URL", \.covers),
        Service("googlebooks-url", "TROVE_GOOGLEBOOKS_URL", \.googleBooks),
        Service("tmdb-url", "TROVE_TMDB_URL", \.tmdb),
        Service("tmdb-images-url", "TROVE_TMDB_IMAGES_URL", \.tmdbImages),
    ]

    /// The keys of services, which are never shown.
    private static let keys: [Service<String?>] = [
        Service("googlebooks-key", "TROVE_GOOGLEBOOKS_KEY", \.googleBooksKey),
        Service("tmdb-key", "TROVE_TMDB_KEY", \.tmdbKey),
    ]

    private struct Service<Value>: Sendable {
        let name: String
        let variable: String
        let place: any WritableKeyPath<CatalogueSettings, Value> & Sendable

        init(
            _ name: String, _ variable: String,
            _ place: any WritableKeyPath<CatalogueSettings, Value> & Sendable
        ) {
            self.name = name
            self.variable = variable
            self.place = place
        }
    }

    /// The variable of the environment in which the contact stands.
    static let contactVariable = "TROVE_CONTACT"

    /// The addresses in the environment that cannot be used, by the name of the setting.
    private var badAddresses: [String: BadAddress] = [:]

    /// A variable of the environment that should hold an address.
    struct BadAddress {
        let variable: String
        let value: String
        /// The setting that can hold the address instead.
        let setting: String
    }

    /// The first address in the environment that a service needs and that cannot be used.
    func badAddress(for service: CatalogueService) -> BadAddress? {
        let needed: [String] =
            switch service {
            case .openLibrary:
                // Google Books is asked for what Open Library does not know.
                ["openlibrary-url", "covers-url"]
                    + (catalogues.googleBooksKey == nil ? [] : ["googlebooks-url"])
            case .googleBooks: ["googlebooks-url"]
            case .tmdb: ["tmdb-url", "tmdb-images-url"]
            case .elsewhere: ["covers-url", "tmdb-images-url"]
            }
        return needed.lazy.compactMap { badAddresses[$0] }.first
    }

    /// Takes in what the environment says about the catalogues.
    mutating func take(from variable: (String) -> String?) {
        catalogues.contact = variable(Self.contactVariable)
        for service in Self.addresses {
            guard let address = variable(service.variable), !set(service.name, to: address) else {
                continue
            }
            badAddresses[service.name] = BadAddress(
                variable: service.variable, value: address, setting: service.name)
        }
        for service in Self.keys { catalogues[keyPath: service.place] = variable(service.variable) }
    }

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
        case "goal":
            return Entry(
                name: name, choices: [], value: goal.map { "\($0)" } ?? Message.notSet.rendered)
        case "contact":
            return Entry(
                name: name, choices: [], value: catalogues.contact ?? Message.notSet.rendered)
        default: break
        }
        if let service = Self.addresses.first(where: { $0.name == name }) {
            return Entry(name: name, choices: [], value: catalogues[keyPath: service.place])
        }
        return Self.keys.first { $0.name == name }.map { service in
            let isSet = catalogues[keyPath: service.place] != nil
            return Entry(
                name: name, choices: [], value: (isSet ? Message.isSet : Message.notSet).rendered)
        }
    }

    /// Whether a text can be the address of a service.
    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return false
        }
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !host.isEmpty && !text.contains(where: \.isWhitespace)
    }

    /// Changes a setting; false when the value is none that it can have.
    mutating func set(_ name: String, to value: String) -> Bool {
        guard let entry = entry(name), entry.choices.isEmpty || entry.choices.contains(value) else {
            return false
        }
        if let service = Self.addresses.first(where: { $0.name == name }) {
            guard Self.isAddress(value) else { return false }
            badAddresses[name] = nil
            let end = value.lastIndex { $0 != "/" }.map { value.index(after: $0) }
            catalogues[keyPath: service.place] = String(value[..<(end ?? value.endIndex)])
            return true
        }
        // What goes into the head of a request is one line of plain letters.
        let isPlain = !value.isEmpty && value.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        if let service = Self.keys.first(where: { $0.name == name }) {
            guard isPlain else { return false }
            catalogues[keyPath: service.place] = value
            return true
        }
        switch name {
        case "output": output = OutputFormat(rawValue: value) ?? output
        case "color": color = Options.Color(rawValue: value) ?? color
        case "pager": pager = value == "on"
        case "pictures": pictures = value == "on"
        case "goal":
            let number = Int(value).flatMap { (1...10_000).contains($0) ? $0 : nil }
            guard number != nil || value == "off" else { return false }
            goal = number
        case "contact":
            guard isPlain else { return false }
            catalogues.contact = value
        default: confirm = value == "on"
        }
        return true
    }
}
