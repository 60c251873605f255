import TroveServer

/// Checks that any bytes are accepted or refused as a request head, that accepted heads follow the
/// rules, and that an extra byte between the parts of a head is detected.
///
/// The first byte of the input selects where the extra byte goes. The rest are the lines of a head:
/// the method, the target and the version, then a name and a value each.
func tryHead(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let head = Head(bytes.dropFirst())
    tryTarget(head.target)
    tryFields(head)
    precondition(head.isTidy(gap: nil), "a correct head is refused")
    let gap = Int(choice) % (3 + 2 * head.fields.count)
    precondition(!head.isTidy(gap: gap), "an extra byte is undetected before part \(gap)")
}

/// The parts of a head.
private struct Head {
    let method: [UInt8]
    let target: [UInt8]
    let version: [UInt8]
    let fields: [(name: [UInt8], value: [UInt8])]

    init(_ bytes: ArraySlice<UInt8>) {
        // The parts of a head in the library's memory contain no NULs.
        let lines = bytes.filter { $0 != 0 && $0 != UInt8(ascii: "\r") }
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let words = (lines.first ?? []).split(
            separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        func word(_ index: Int) -> [UInt8] { index < words.count ? Array(words[index]) : [] }
        method = word(0)
        target = word(1)
        version = word(2)
        fields = lines.dropFirst().map { line in
            let parts = line.split(
                separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            return (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
        }
    }

    /// Returns whether the layout accepts the head, with an extra byte before one of its parts or,
    /// at the end, before the empty line.
    func isTidy(gap: Int?) -> Bool {
        var memory: [UInt8] = []
        var part = 0
        func place(_ bytes: [UInt8], _ end: [UInt8]) -> Range<Int> {
            // There is no gap before the first part.
            if part > 0, part - 1 == gap { memory.append(UInt8(ascii: "x")) }
            part += 1
            let start = memory.count
            memory += bytes
            let place = start..<memory.count
            memory += end
            return place
        }
        let method = place(method, [0])
        let target = place(target, [0])
        let version = place(version, [0, 0])
        let places = fields.map { (place($0.name, [0, 0x20]), place($0.value, [0, 0])) }
        _ = place([], [0, 0])
        var layout = HeadLayout(
            size: memory.count, method: method.count, target: target, version: version)
        for (name, value) in places { layout.add(name: name, value: value, in: memory.span) }
        return layout.isTidy
    }
}

private func tryTarget(_ bytes: [UInt8]) {
    guard let target = try? RequestTarget(bytes) else { return }
    precondition(target.path.utf8.first == UInt8(ascii: "/"), "the path \(target.path)")
    precondition(target.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3F })
    for text in target.query.flatMap({ [$0.key, $0.value] }) {
        precondition(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "the query has \(text)")
    }
}

private func tryFields(_ head: Head) {
    var fields = RequestHead(version: String(decoding: head.version, as: UTF8.self))
    for field in head.fields { fields.add(name: field.name.span, value: field.value.span) }
    guard let framing = try? fields.check() else { return }
    func count(_ name: String) -> Int {
        head.fields.count { String(decoding: $0.name, as: UTF8.self).lowercased() == name }
    }
    precondition(count("host") <= 1 && count("authorization") <= 1)
    precondition(count("content-length") + count("transfer-encoding") <= 1)
    if let token = fields.token {
        precondition(!token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
    switch framing {
    case .none: precondition(!fields.hasBody)
    case .length(let length): precondition(length > 0 && fields.length == length)
    case .chunked: precondition(count("transfer-encoding") == 1 && fields.isBodyCertain)
    }
}
