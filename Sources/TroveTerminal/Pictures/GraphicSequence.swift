// What `chafa` writes for terminals with graphics:
//
//     kitty   ESC _ G keys ; base64 ESC \     one sequence, or several with m=1 in all but the last
//     iTerm2  ESC ] 1337 ; File = keys : base64 BEL
//     sixels  ESC P numbers q … ESC \         printable ASCII
//
// Only whole sequences with these characters reach the terminal; the rest is dropped. If a picture
// was drawn larger than it is shown, for more pixels, its size in cells is corrected here.

/// Takes the pictures out of the output of `chafa`.
enum GraphicSequence {
    /// Returns the sequences of a format.
    ///
    /// - Parameters:
    ///   - output: the bytes that `chafa` wrote.
    ///   - format: the format that it was asked for.
    ///   - scale: how many times larger than the picture it has drawn, for kitty and iTerm2.
    /// - Returns: the sequences; nil if there is none.
    static func sequences(
        in output: [UInt8], _ format: PictureFormat, scale: Int
    ) -> TerminalText? {
        var text = ""
        var rest = output[...]
        while let start = rest.firstIndex(of: 0x1B) {
            rest = rest[start...]
            guard let length = length(of: rest, format) else {
                rest = rest.dropFirst()
                continue
            }
            text += scaled(String(decoding: rest.prefix(length), as: UTF8.self), format, scale)
            rest = rest.dropFirst(length)
        }
        return text.isEmpty ? nil : TerminalText(trusted: text)
    }

    /// Returns the length of the sequence at the start of bytes; nil if there is none.
    private static func length(of bytes: ArraySlice<UInt8>, _ format: PictureFormat) -> Int? {
        let start = introducer(of: format)
        guard bytes.starts(with: start.utf8) else { return nil }
        let body = bytes.dropFirst(start.utf8.count)
        guard let end = body.firstIndex(where: { !isAllowed($0, in: format) }) else { return nil }
        let length = end - bytes.startIndex
        if format == .iterm { return body[end] == 0x07 ? length + 1 : nil }
        guard body[end] == 0x1B, body.dropFirst(end - body.startIndex + 1).first == 0x5C else {
            return nil
        }
        return length + 2
    }

    private static func introducer(of format: PictureFormat) -> String {
        switch format {
        case .symbols, .sixels: "\u{1B}P"
        case .iterm: "\u{1B}]1337;File="
        case .kitty: "\u{1B}_G"
        }
    }

    private static func isAllowed(_ byte: UInt8, in format: PictureFormat) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ";"),
            UInt8(ascii: ","), UInt8(ascii: ":"):
            true
        default: format == .sixels && (0x21...0x7E).contains(byte)
        }
    }

    /// Returns a sequence with its size in cells divided by the scale.
    private static func scaled(_ sequence: String, _ format: PictureFormat, _ scale: Int) -> String
    {
        let names: [Substring]
        let separator: Character
        switch format {
        case .symbols, .sixels: return sequence
        case .iterm: (names, separator) = (["width", "height"], ";")
        case .kitty: (names, separator) = (["c", "r"], ",")
        }
        // The keys end before the data, or, for kitty, at the end of a sequence without data.
        let end =
            sequence.dropFirst().firstIndex {
                $0 == "\u{1B}" || $0 == (format == .kitty ? ";" : ":")
            }
            ?? sequence.endIndex
        let keys = sequence[..<end].split(separator: separator, omittingEmptySubsequences: false)
            .map { key in
                let parts = key.split(separator: "=")
                guard let name = parts.first, names.contains(name), parts.count == 2,
                    let size = Int(parts[1])
                else { return String(key) }
                return "\(name)=\((size + scale - 1) / scale)"
            }
        return keys.joined(separator: String(separator)) + sequence[end...]
    }
}
