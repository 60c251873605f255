// Reviews and descriptions are HTML that people have typed: `<br/>` ends lines, letters are written as
// `&eacute;`, and a `<` may be nothing but a sign. What is not surely a tag stays as it is.

import TroveModel

/// HTML as plain text.
enum PlainText {
    /// The text without tags, with line ends where it had breaks, and with the addresses of links
    /// and pictures behind them in parentheses. At most one empty line stands between two others.
    static func of(_ html: ArraySlice<UInt8>) -> [UInt8] {
        // Most texts have nothing of it.
        guard html.contains(where: { $0 == 0x3C || $0 == 0x26 || $0 == 0x0D }) else {
            return Array(html)
        }
        var text = PlainTextWriter()
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
            } else if byte == 0x26, let (entity, length) = HTMLEntity.read(rest) {
                text.append(entity)
                rest = rest.dropFirst(length)
            } else if byte == 0x0D {
                rest = rest.dropFirst()
                if rest.first != 0x0A { text.append(0x0A) }
            } else {
                text.append(byte)
                rest = rest.dropFirst()
            }
        }
        return text.finished
    }
}

/// Gathers a text, with no more than one empty line in a row.
private struct PlainTextWriter {
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

    var finished: [UInt8] {
        let start = bytes.firstIndex { !CellText.isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !CellText.isBlank($0) } ?? start
        return start < bytes.endIndex ? Array(bytes[start...end]) : []
    }
}

/// A tag at the beginning of some bytes.
private struct HTMLTag {
    enum Effect {
        case none, line, paragraph, link, picture
    }

    let effect: Effect
    /// Whether it ends an element.
    let isEnd: Bool
    /// Where a link leads, or a picture is.
    let address: ArraySlice<UInt8>
    /// How many bytes it has.
    let length: Int

    /// Nil when it is no tag that one knows.
    init?(at bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex + 1
        isEnd = index < bytes.endIndex && bytes[index] == 0x2F
        if isEnd { index += 1 }
        let start = index
        while index < bytes.endIndex, Self.isLetter(bytes[index]) || bytes[index].isDigit {
            index += 1
        }
        guard index > start, index - start <= 10 else { return nil }
        let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        guard let effect = Self.effects[name],
            // A tag is no longer than an address and a few words.
            let end = bytes[index...].prefix(4096).firstIndex(of: 0x3E)
        else { return nil }
        self.effect = effect
        length = end + 1 - bytes.startIndex
        address = Self.address(in: bytes[index..<end])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// The value of `href` or `src`, in either sort of quotes.
    private static func address(in attributes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for name in ["href=", "src="] {
            let name = Array(name.utf8)
            var rest = attributes
            while rest.count > name.count + 1 {
                if rest.prefix(name.count).elementsEqual(name) {
                    let quoted = rest.dropFirst(name.count)
                    guard let quote = quoted.first, quote == 0x22 || quote == 0x27,
                        let end = quoted.dropFirst().firstIndex(of: quote)
                    else { return [] }
                    return quoted[quoted.startIndex + 1..<end]
                }
                rest = rest.dropFirst()
            }
        }
        return []
    }

    private static let effects: [String: Effect] = [
        "br": .line, "hr": .line, "li": .line, "tr": .line, "div": .line,
        "p": .paragraph, "blockquote": .paragraph, "ul": .paragraph, "ol": .paragraph,
        "h1": .paragraph, "h2": .paragraph, "h3": .paragraph, "h4": .paragraph, "pre": .paragraph,
        "a": .link, "img": .picture,
        "b": .none, "i": .none, "u": .none, "s": .none, "em": .none, "strong": .none,
        "span": .none, "strike": .none, "del": .none, "sub": .none, "sup": .none, "small": .none,
        "code": .none, "center": .none, "font": .none, "spoiler": .none, "table": .none,
        "tbody": .none, "td": .none, "cite": .none, "q": .none,
    ]
}

/// A sign that is written by its name or number: `&eacute;`, `&#233;`, `&#xE9;`.
private enum HTMLEntity {
    /// The sign at the beginning of some bytes, and how many of them it takes; nil when it is none.
    static func read(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
        guard let end = bytes.prefix(12).firstIndex(of: 0x3B) else { return nil }
        let name = String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self)
        let length = end + 1 - bytes.startIndex
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let isHex = digits.first == "x" || digits.first == "X"
            guard
                let value = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10),
                let scalar = Unicode.Scalar(value), value >= 0x20 || value == 0x0A || value == 0x09
            else { return nil }
            return (scalar, length)
        }
        return names[name].map { ($0, length) }
    }

    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©",
        "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘",
        "rsquo": "’", "ldquo": "“", "rdquo": "”", "sbquo": "‚", "bdquo": "„", "laquo": "«",
        "raquo": "»", "bull": "•", "middot": "·", "deg": "°", "euro": "€", "pound": "£",
        "sect": "§", "iexcl": "¡", "iquest": "¿", "times": "×", "frac12": "½", "agrave": "à",
        "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä", "aring": "å", "aelig": "æ",
        "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë", "igrave": "ì",
        "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ", "ograve": "ò", "oacute": "ó",
        "ocirc": "ô", "otilde": "õ", "ouml": "ö", "oslash": "ø", "oelig": "œ", "szlig": "ß",
        "ugrave": "ù", "uacute": "ú", "ucirc": "û", "uuml": "ü", "yacute": "ý", "Agrave": "À",
        "Aacute": "Á", "Acirc": "Â", "Auml": "Ä", "Aring": "Å", "AElig": "Æ", "Ccedil": "Ç",
        "Egrave": "È", "Eacute": "É", "Ecirc": "Ê", "Iacute": "Í", "Ntilde": "Ñ", "Oacute": "Ó",
        "Ocirc": "Ô", "Ouml": "Ö", "Oslash": "Ø", "Uacute": "Ú", "Uuml": "Ü",
    ]
}
