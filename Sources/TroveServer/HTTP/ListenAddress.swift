/// An address to listen on, such as `127.0.0.1:7373`, `[::1]:7373` or `localhost:7373`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// A host name or an address without brackets.
    package let host: String
    /// The port; 0 for any free port.
    package let port: Int

    /// Whether only this machine can connect, as far as the name of the host tells.
    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// Creates an address from its parts.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses an address; nil if it is malformed.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
            let port = UInt16(text[text.index(after: colon)...]),
            text[text.index(after: colon)...].utf8.allSatisfy({ $0 &- 0x30 < 10 })
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.init(host: String(host), port: Int(port))
    }

    /// The address as in a URL.
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
