package import TroveLookup
package import TroveModel

/// Why a command that has to do with online catalogues or the read list could not be carried out.
package enum CatalogueProblem {
    /// The catalogue gave no answer; whether anybody has said whom it can write to.
    case lookup(LookupFailure, hasContact: Bool)
    case noSearch
    /// The environment has an address of the service that cannot be one.
    case badAddress(Settings.BadAddress)
    /// There is no result with this number; how many there are.
    case noSuchResult(Int, count: Int)
    /// A result stands where only a thing of the library can.
    case isResult(Int)
    /// It stands on the read list already.
    case isOnReadList(Item)
    case isNotOnReadList(String)
    /// There are no things of a kind that could be added so.
    case noKind
    /// This is no number of a book.
    case noISBN(String)
    /// The catalogue does not know it.
    case unknownISBN(ISBN, CatalogueService)
    /// Codes that were not added, as they were read.
    case codesLeft([String])
    case noCodes(String)
    /// A picture of a barcode that could not be read: its file, and why.
    case barcode(String, BarcodeFailure)
    /// Something typed where a code was expected, in the middle of `scan`.
    case noCode(String)
}
