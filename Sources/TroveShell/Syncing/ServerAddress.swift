/// The address of a server, as a person types it.
struct ServerAddress: Equatable {
    /// With its scheme, in lower case up to the path, without a slash at the end.
    let text: String
    /// Whether nobody on the way can read what is sent: it is encrypted, or does not leave this
    /// machine.
    let isSafe: Bool

    /// Nil for what is no address of a server; one without a scheme gets `https://`, or `http://` on
    /// this machine.
    init?(_ typed: String) {
        var rest = Substring(typed)
        var scheme: Substring?
        if let mark = typed.range(of: "://") {
            scheme = typed[..<mark.lowerBound]
            rest = typed[mark.upperBound...]
        }
        while rest.hasSuffix("/") { rest.removeLast() }
        let host = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(host.count)
        let isPlain = host.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._:[]".utf8.contains(byte)
        }
        let isPathPlain = path.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "/-._~".utf8.contains(byte)
        }
        guard !host.isEmpty, isPlain, isPathPlain else { return nil }
        let name = Self.name(of: host).lowercased()
        guard !name.isEmpty else { return nil }
        let isHere = name == "localhost" || name == "[::1]" || name.hasPrefix("127.")
        let used = scheme.map { $0.lowercased() } ?? (isHere ? "http" : "https")
        guard used == "http" || used == "https" else { return nil }
        text = "\(used)://\(host.lowercased())\(path)"
        isSafe = used == "https" || isHere
    }

    /// The host without its port.
    private static func name(of host: Substring) -> Substring {
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return "" }
            return host[...end]
        }
        return host.prefix { $0 != ":" }
    }
}

extension String {
    /// Where another text first stands.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
