import TroveTerminal

/// Checks that any bytes from a keyboard, with any pauses between them, are keys and pastes, that
/// pasted text is clean, and that splitting the bytes differently makes no difference.
///
/// The byte 0xFF, which never occurs in UTF-8, is a pause.
func tryKeys(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0xFF, omittingEmptySubsequences: false)
    let whole = events(of: parts) { decoder, part in decoder.feed(part) }
    let single = events(of: parts) { decoder, part in
        for byte in part { decoder.feed([byte]) }
    }
    precondition(whole == single, "splitting the bytes makes a difference")
    for case .paste(let text) in whole {
        precondition(
            text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F
                    || $0 == "\t" && text.contains("\n")
            },
            "a paste contains control characters")
        precondition(text.last != "\n", "a paste ends with a line end")
    }
}

private func events(
    of parts: [ArraySlice<UInt8>], _ feed: (inout InputDecoder, ArraySlice<UInt8>) -> Void
) -> [InputDecoder.Event] {
    var decoder = InputDecoder()
    var events: [InputDecoder.Event] = []
    for part in parts {
        feed(&decoder, part)
        while let event = decoder.next() { events.append(event) }
        if decoder.timeout != nil { decoder.timeoutElapsed() }
        while let event = decoder.next() { events.append(event) }
    }
    precondition(decoder.timeout == nil, "something is pending after a timeout")
    return events
}
