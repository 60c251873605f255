// Reviews and descriptions are HTML that users typed: `<br/>` ends lines, letters are written as
// `&eacute;`, and a `<` may be an ordinary character. Anything but a known tag stays unchanged.

/// Converts HTML to plain text.
package enum HTMLText {
    /// Returns the text without tags, with a line break for each break tag, and with the address of
    /// each link and picture in parentheses. Paragraphs are separated by at most one empty line,
    /// and the text is trimmed.
    ///
    /// UTF-8 without `<`, `&` and carriage returns is returned unchanged.
    package static func plain(_ html: ArraySlice<UInt8>) -> [UInt8] {
        guard html.contains(where: { $0 == 0x3C || $0 == 0x26 || $0 == 0x0D }) else {
            return Array(html)
        }
        var text = ParagraphWriter()
        var rest = html
        var address: ArraySlice<UInt8> = []
        while let byte = rest.first {
            if byte == 0x3C, let tag = HTMLTag(at: rest) {
                rest = rest.dropFirst(tag.length)
                switch tag.effect {
                case .none: break
                case .line: text.endLine()
                case .paragraph: text.endParagraph()
                case .link:
                    if !tag.isEnd { address = tag.address }
                    if tag.isEnd, !address.isEmpty {
                        text.append(address: address)
                        address = []
                    }
                case .picture: if !tag.address.isEmpty { text.append(address: tag.address) }
                }
            } else if byte == 0x26, let entity = HTMLEntity(at: rest) {
                text.append(entity.scalar)
                rest = rest.dropFirst(entity.length)
            } else if byte == 0x0D {
                rest = rest.dropFirst()
                if rest.first != 0x0A { text.append(0x0A) }
            } else {
                text.append(byte)
                rest = rest.dropFirst()
            }
        }
        return text.trimmed
    }

    /// Returns the text of some HTML, like `plain(_:)` for bytes.
    package static func plain(_ html: String) -> String {
        String(decoding: plain(Array(html.utf8)[...]), as: UTF8.self)
    }
}

/// Collects text with at most one empty line in a row.
private struct ParagraphWriter {
    private var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) {
        if byte == 0x0A {
            while bytes.last == 0x20 { bytes.removeLast() }
            if bytes.suffix(2).elementsEqual([0x0A, 0x0A]) { return }
        }
        bytes.append(byte)
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        bytes.append(contentsOf: String(scalar).utf8)
    }

    mutating func append(address: ArraySlice<UInt8>) {
        bytes.append(contentsOf: " (".utf8)
        bytes.append(contentsOf: address)
        bytes.append(0x29)
    }

    mutating func endLine() { append(0x0A) }

    mutating func endParagraph() {
        guard !bytes.isEmpty else { return }
        while !bytes.suffix(2).elementsEqual([0x0A, 0x0A]) { append(0x0A) }
    }

    /// The text without surrounding blanks and line breaks.
    var trimmed: [UInt8] {
        let start = bytes.firstIndex { !$0.isBlank } ?? bytes.endIndex
        let end = bytes.lastIndex { !$0.isBlank } ?? start
        return start < bytes.endIndex ? Array(bytes[start...end]) : []
    }
}
