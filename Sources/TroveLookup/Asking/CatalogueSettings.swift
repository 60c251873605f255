package import TroveModel

/// A setting that a service adds.
package struct CatalogueSetting: Sendable, Hashable {
    /// The name that the user types after `settings`.
    package let name: String
    /// The environment variable that also sets it.
    package let variable: String
    /// The default address; nil for a key.
    package let address: String?

    /// Creates a setting for an address; `address` has no slash at its end.
    package init(_ name: String, _ variable: String, address: String) {
        self.name = name
        self.variable = variable
        self.address = address
    }

    /// Creates a setting for a key.
    package init(key name: String, _ variable: String) {
        self.name = name
        self.variable = variable
        address = nil
    }
}

/// The addresses and keys of the services, and how Trove identifies itself to them.
///
/// Its description omits the keys, so that they cannot leak into a message.
package struct CatalogueSettings: Sendable {
    private var values: [CatalogueSetting: String] = [:]
    /// How a service can reach the user about the requests: an email address or a web address.
    package var contact: String?
    /// The language of texts about films: `en` or `en-US`.
    package var language = "en-US"

    /// Creates settings with all defaults, and without keys.
    package init() {}

    /// The value of a setting: without a value, the default of an address, and nil for a key.
    package subscript(setting: CatalogueSetting) -> String? {
        get { values[setting] ?? setting.address }
        set { values[setting] = newValue }
    }

    /// Returns the service for a subject: the first one that the user has a key for, else the first
    /// one that needs no key, else the first one.
    package func service(for subject: CatalogueSubject) -> (any CatalogueService)? {
        let services = CatalogueServices.all.filter { $0.subject == subject }
        return services.first { $0.key.map { key($0) != nil } ?? false }
            ?? services.first { $0.key == nil } ?? services.first
    }

    /// Whether the contact looks like an email address or a web address. Open Library requires one,
    /// and answers with 403 otherwise.
    package var hasContact: Bool {
        guard let contact else { return false }
        return contact.contains("@") || contact.contains("http")
    }
}

extension CatalogueSettings: CustomStringConvertible, CustomReflectable {
    /// The settings without the keys.
    package var description: String {
        CatalogueServices.all.flatMap(\.addresses).compactMap { self[$0] }
            .joined(separator: " ")
    }

    /// Mirrors the description, so that `dump` does not print the keys.
    package var customMirror: Mirror { Mirror(reflecting: description) }
}
