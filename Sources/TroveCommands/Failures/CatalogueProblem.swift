package import TroveLookup
package import TroveModel

/// Why a command on online catalogues or the read list failed.
package enum CatalogueProblem {
    /// The lookup failed; `hasContact` tells whether a contact is set.
    case lookup(LookupFailure, hasContact: Bool)
    case noSearch
    /// The environment holds an invalid address of the service.
    case badAddress(Settings.BadAddress)
    /// No result has this number; `count` is the number of results.
    case noSuchResult(Int, count: Int)
    /// A result is given where an item of the library is required.
    case isResult(Int)
    /// Two results that would be the same item; `field` is the unique field that both would share.
    case areSame(String, String, field: String?)
    /// The latest entry of the read list for the same item, its kind, and the arguments of `read`:
    /// a reference to the item, and the date if it was given.
    case isOnReadList(Item, Kind, reading: String)
    /// A title that only an entry of the read list has.
    case isRecord(Item)
    /// An item that is neither finished nor set aside, and its state.
    case isNotFinished(Item, state: String)
    case isNotOnReadList(String)
    /// No kind can hold an item of the catalogue.
    case noKind
    /// The text is not an ISBN.
    case noISBN(String)
    /// The catalogue has no book with the ISBN.
    case unknownISBN(ISBN, LookupSource)
}

extension CatalogueProblem {
    var code: ErrorCode {
        switch self {
        case .lookup(let failure, _): failure.code
        case .noSearch: "no-search"
        case .badAddress: "bad-address"
        case .noSuchResult: "no-such-result"
        case .isResult: "is-result"
        case .areSame: "are-same"
        case .isOnReadList: "on-read-list"
        case .isRecord: "is-read-list-entry"
        case .isNotFinished: "not-finished"
        case .isNotOnReadList: "not-on-read-list"
        case .noKind: "no-kind"
        case .noISBN: "no-isbn"
        case .unknownISBN: "unknown-isbn"
        }
    }
}
