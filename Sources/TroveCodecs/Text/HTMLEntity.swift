/// A character reference of HTML: `&eacute;`, `&#233;`, `&#xE9;`.
struct HTMLEntity {
    /// The character it stands for.
    let scalar: Unicode.Scalar
    /// The length of the reference in bytes.
    let length: Int

    /// Reads the reference at the first byte, which is `&`; nil if the bytes do not start with a
    /// known one. Control characters other than tabs and line breaks are not known.
    init?(at bytes: ArraySlice<UInt8>) {
        guard let end = bytes.prefix(12).firstIndex(of: 0x3B) else { return nil }
        let name = String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self)
        length = end + 1 - bytes.startIndex
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let isHex = digits.first == "x" || digits.first == "X"
            guard
                let value = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10),
                let scalar = Unicode.Scalar(value), value >= 0x20 || value == 0x0A || value == 0x09
            else { return nil }
            self.scalar = scalar
        } else {
            guard let scalar = Self.names[name] else { return nil }
            self.scalar = scalar
        }
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
