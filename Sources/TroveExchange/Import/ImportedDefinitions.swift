import TroveCodecs
import TroveModel

/// Reads the definitions of kinds and fields at the beginning of a file of Trove's JSON.
///
/// They must be known before the items after them can be read.
enum ImportedDefinitions {
    /// The maximum length of a definition, in bytes.
    private static let longest = 1 << 20

    /// Returns the definitions before the first item; none for a file of another format.
    ///
    /// - Throws: why the file cannot be read.
    static func read(_ file: PeekedBytes) throws(ImportFailure) -> [Definition] {
        guard file.firstSign == UInt8(ascii: "[") || file.firstSign == UInt8(ascii: "{") else {
            return []
        }
        return try ImportFailure.reading { () throws(ReadFailure) in try definitions(file) }
    }

    private static func definitions(_ file: PeekedBytes) throws(ReadFailure) -> [Definition] {
        let objects = JSONObjectReader(file, .list, blockSize: 1 << 16, longestObject: longest)
        var definitions: [Definition] = []
        var isDefinition = true
        while isDefinition {
            isDefinition = false
            let row = try objects.next { (bytes, _) throws(ImportRejection) in
                let json = try JSON(importing: bytes)
                if json[TroveTable.kindColumn]?.text == Kind.definition.name,
                    let subject = json["subject"]?.text, let text = json["text"]?.text
                {
                    definitions.append(Definition(subject: subject, text: text))
                    isDefinition = true
                }
                // No item is made of it.
                throw .notAnObject
            }
            if row == nil { return definitions }
        }
        return definitions
    }
}
