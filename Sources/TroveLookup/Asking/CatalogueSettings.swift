package import TroveModel

/// A setting that a service brings along.
package struct CatalogueSetting: Sendable, Hashable {
    /// What is typed after `settings`.
    package let name: String
    /// The environment variable that sets it, too.
    package let variable: String
    /// The address that holds if it is not set; nil for a key.
    package let address: String?

    /// A setting for an address; `address` has no slash at its end.
    package init(_ name: String, _ variable: String, address: String) {
        self.name = name
        self.variable = variable
        self.address = address
    }

    /// A setting for a key.
    package init(key name: String, _ variable: String) {
        self.name = name
        self.variable = variable
        address = nil
    }
}

/// Where the services are, and how Trove introduces itself to them.
///
/// Its description has no keys, so that none gets into a message by accident.
package struct CatalogueSettings: Sendable {
    private var values: [CatalogueSetting: String] = [:]
    /// Whom a service can contact about the requests: an email or an address.
    package var contact: String?
    /// The language of texts about films (BCP 47).
    package var language = "en-US"

    package init() {}

    /// The value of a setting: of an address without a value its default, of a key nil.
    package subscript(setting: CatalogueSetting) -> String? {
        get { values[setting] ?? setting.address }
        set { values[setting] = newValue }
    }

    /// Returns the service that is asked about a subject: the first one that the user has a key for,
    /// else the first one without keys, else the first one, which needs a key.
    package func service(for subject: CatalogueSubject) -> (any CatalogueService)? {
        let services = CatalogueServices.all.filter { $0.subject == subject }
        return services.first { $0.key.map { key($0) != nil } ?? false }
            ?? services.first { $0.key == nil } ?? services.first
    }

    /// Whether the contact looks like an email or an address. Open Library checks for that, and
    /// answers programs without one with 403.
    package var hasContact: Bool {
        guard let contact else { return false }
        return contact.contains("@") || contact.contains("http")
    }
}

extension CatalogueSettings: CustomStringConvertible, CustomReflectable {
    package var description: String {
        CatalogueServices.all.flatMap(\.addresses).compactMap { self[$0] }
            .joined(separator: " ")
    }

    /// Mirrors the description, so that `dump` shows no keys.
    package var customMirror: Mirror { Mirror(reflecting: description) }
}
