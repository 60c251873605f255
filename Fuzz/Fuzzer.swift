/// A parser of untrusted input, and what must hold for any input. The cases are named like their
/// files in `Parsers` and their folders in `corpus`.
enum Fuzzer: String, CaseIterable {
    case archive, catalogue, changes, head, json, keys, kinds, language, library, lines, picture
    case replies, table, wire

    /// Parses an input. Ends the program if something does not hold.
    func parse(_ input: [UInt8]) {
        switch self {
        case .archive: tryArchive(input)
        case .catalogue: tryCatalogue(input)
        case .changes: tryChanges(input)
        case .head: tryHead(input)
        case .json: tryJSON(input)
        case .keys: tryKeys(input)
        case .kinds: tryKinds(input)
        case .language: tryLanguage(input)
        case .library: tryLibrary(input)
        case .lines: tryLines(input)
        case .picture: tryPicture(input)
        case .replies: tryReplies(input)
        case .table: tryTable(input)
        case .wire: tryWire(input)
        }
    }
}
