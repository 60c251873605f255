package import TroveHTTP

/// What a look-up asks.
package enum LookupSource: Sendable, Hashable {
    /// A catalogue service, by its name.
    case service(String)
    /// The server of a picture that does not belong to a service.
    case pictureServer
}

/// Why a look-up has no answer. That nothing was found is an answer.
package enum LookupFailure: Error, Sendable, Equatable {
    /// It could not be reached, or the reply was cut off.
    case noConnection(LookupSource, HTTPFailure)
    /// The reply is not what the service documents.
    case invalidResponse(LookupSource, Defect)
    /// The service rejected the request: the status, and its message.
    case wrongRequest(LookupSource, status: Int, String?)
    /// The service does not accept the key or the contact: the status, and its message.
    case notAllowed(LookupSource, status: Int, String?)
    /// The service has answered too many requests; retries did not help.
    case tooMany(LookupSource)
    /// The service failed.
    case unavailable(LookupSource, status: Int)
    /// The user has no key for this service.
    case needsKey(LookupSource)
    /// The service cannot be asked this.
    case unfit(LookupSource, Obstacle)

    /// What is wrong with a reply.
    package enum Defect: Sendable, Hashable {
        case tooLarge
        /// libcurl could not read it, with this message.
        case http(String)
        case status(Int)
        case tooManyRedirections(limit: Int)
        case redirectionToNowhere
        case insecureRedirection
        /// The redirection would send the user's key to another server.
        case redirectionWithKey
        case notPicture
        case empty
        case webPage
        case script
        case notJSON
        /// The JSON has a syntax error at this byte.
        case brokenJSON(offset: Int)
        /// There is no list of results.
        case noResults
        /// The reply is about a book that was not asked for.
        case otherBook
    }

    /// Why something cannot be asked.
    package enum Obstacle: Sendable, Hashable {
        /// No service has entries about the subject.
        case noService
        /// The setting does not hold a web address.
        case badAddress
        /// The text is not a key of the service.
        case notKey
        case noText
        case textTooLong
        case noPage(Int)
        /// The service searches titles only.
        case titlesOnly
    }
}
