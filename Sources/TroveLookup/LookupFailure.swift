package import TroveHTTP

/// The server that a lookup asks.
package enum LookupSource: Sendable, Hashable {
    /// A catalogue service, by its name.
    case service(String)
    /// The server of a picture that belongs to no service.
    case pictureServer
}

/// Why a lookup failed. An empty result is not a failure.
package enum LookupFailure: Error, Sendable, Equatable {
    /// The server could not be reached, or the reply was cut off.
    case noConnection(LookupSource, HTTPFailure)
    /// The reply is not what the service documents.
    case invalidResponse(LookupSource, Defect)
    /// The service rejected the request: the status, and its message.
    case wrongRequest(LookupSource, status: Int, String?)
    /// The service rejected the key or the contact: the status, and its message.
    case notAllowed(LookupSource, status: Int, String?)
    /// Too many requests; retries did not help.
    case tooMany(LookupSource)
    /// The service failed, with this status.
    case unavailable(LookupSource, status: Int)
    /// The user has no key for this service.
    case needsKey(LookupSource)
    /// The service cannot answer this request.
    case unfit(LookupSource, Obstacle)

    /// What is wrong with a reply.
    package enum Defect: Sendable, Hashable {
        case tooLarge
        /// libcurl could not read it; its message.
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
        /// The JSON has no list of results.
        case noResults
        /// The reply is about another book.
        case otherBook
    }

    /// Why a request is not possible.
    package enum Obstacle: Sendable, Hashable {
        /// No service covers the subject.
        case noService
        /// The setting does not contain a web address.
        case badAddress
        /// The text is not a key of the service.
        case notKey
        case noText
        case textTooLong
        case noPage(Int)
        /// The service searches titles only.
        case titlesOnly
        /// The picture is on this machine or in a private network, and the user did not ask for it.
        case notPublic
    }
}
