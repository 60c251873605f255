package import TroveHTTP

/// Why a catalogue gave no answer. That nothing was found is an answer.
package enum LookupFailure: Error, Sendable, Equatable {
    /// It could not be reached, or the answer did not come through.
    case noConnection(CatalogueService, HTTPFailure)
    /// What came is not what the service says it sends; what is wrong with it, in a few words.
    case nonsense(CatalogueService, String)
    /// The service did not accept the question: the status, and what it says about it.
    case wrongRequest(CatalogueService, status: Int, String?)
    /// The service does not know, or no longer likes, who asks: a key, a contact.
    case notAllowed(CatalogueService, status: Int, String?)
    /// The service has answered too many requests; it was tried again, and in vain.
    case tooMany(CatalogueService)
    /// The service itself has a problem.
    case unavailable(CatalogueService, status: Int)
    /// The user has no key for this service.
    case needsKey(CatalogueService)
    /// What was typed cannot be looked for: why, in a few words.
    case unfit(CatalogueService, String)
}
