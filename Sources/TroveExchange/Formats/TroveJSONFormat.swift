import TroveModel

/// The JSON that Trove exports: an array, or one object after another. The same reader handles
/// both.
struct TroveJSONFormat: ImportFormat {
    let name: String
    let title = ""

    func open(_ file: PeekedBytes, _ request: ImportRequest) -> ImportContents? {
        let first = file.firstSign
        guard request.isNamed || first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
            return nil
        }
        return ImportContents(
            rows: TroveJSONReader(
                file, kinds: request.kinds, kind: request.kind,
                keepsUnknown: request.keepsUnknownColumns))
    }

    /// An empty file is valid JSON Lines, with no objects.
    func canBeEmpty(_ name: String?) -> Bool {
        self.name == "jsonl" && name?.lowercased().hasSuffix(".jsonl") ?? true
    }
}
