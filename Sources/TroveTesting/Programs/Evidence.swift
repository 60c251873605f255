/// Quotes a program's output in errors.
enum Evidence {
    /// Returns the last part of the bytes under a heading, with visible control characters.
    static func quoted(_ bytes: [UInt8], as heading: String) -> String {
        guard !bytes.isEmpty else { return "--- \(heading): nothing" }
        let limit = 8_000
        let cut = bytes.count > limit ? ", the last \(limit)" : ""
        let text = String(decoding: bytes.suffix(limit), as: UTF8.self)
        return "--- \(heading) (\(bytes.count) bytes\(cut)):\n\(visible(text))"
    }

    /// Returns the text with control characters other than line ends as escapes.
    static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(scalar)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\u{1B}": result.append(contentsOf: "\\e".unicodeScalars)
            case _ where scalar.properties.generalCategory == .control:
                let code = String(scalar.value, radix: 16, uppercase: true)
                result.append(contentsOf: "\\u{\(code)}".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
