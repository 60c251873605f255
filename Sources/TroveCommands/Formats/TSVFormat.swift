/// Tab-separated values.
struct TSVFormat: SeparatedFormat {
    static let name = "tsv"
    static let summary = "values separated by tabs, below such a line"
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }

    static func makeWriter() -> TSVWriter { TSVWriter() }
}

/// Writes tab-separated cells. Tabs, line ends and backslashes in a cell become `\t`, `\n`, `\r`
/// and `\\`.
struct TSVWriter: CellWriter {
    private(set) var bytes: [UInt8] = []
    private var isAtBeginning = true

    mutating func cell(_ text: String) {
        if !isAtBeginning { bytes.append(0x09) }
        isAtBeginning = false
        for byte in text.utf8 {
            switch byte {
            case 0x09: bytes.append(data: "\\t")
            case 0x0A: bytes.append(data: "\\n")
            case 0x0D: bytes.append(data: "\\r")
            case 0x5C: bytes.append(data: "\\\\")
            default: bytes.append(byte)
            }
        }
    }

    mutating func endRecord() {
        bytes.append(0x0A)
        isAtBeginning = true
    }
}
