package import TroveLookup
package import TroveModel

/// Why a command about catalogue services or the read list failed.
package enum CatalogueProblem {
    /// The look-up has no answer; `hasContact` tells whether the user has set a contact.
    case lookup(LookupFailure, hasContact: Bool)
    case noSearch
    /// The environment has an invalid address of a service.
    case badAddress(Settings.BadAddress)
    /// There is no result with this number; `count` is how many there are.
    case noSuchResult(Int, count: Int)
    /// A result was named where an item of the library is needed.
    case isResult(Int)
    /// The item is on the read list already.
    case isOnReadList(Item)
    case isNotOnReadList(String)
    /// No kind can hold the entry.
    case noKind
    /// The text is not an ISBN.
    case noISBN(String)
    /// The service does not know the ISBN.
    case unknownISBN(ISBN, LookupSource)
    /// The codes that were not added, as they were read.
    case codesLeft([String])
    case noCodes(String)
    /// The picture of a barcode could not be read: its file, and why.
    case barcode(String, BarcodeFailure)
    /// The text typed in the middle of `scan` is not a code.
    case noCode(String)
}
