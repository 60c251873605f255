/// The decoded path and parameters of a request to a stand-in.
struct StandInRequest: Sendable {
    let path: String
    private let parameters: [(name: String, value: String)]

    /// Parses a request target; a `+` in the query stands for a space.
    init(_ target: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = Self.decoded(parts.first ?? "")
        parameters = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item in
            let halves = item.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                Self.decoded(halves[0]),
                halves.count > 1 ? Self.decoded(halves[1].replacing("+", with: " ")) : ""
            )
        }
    }

    /// The first value of a parameter.
    subscript(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == 0x25, digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The word search of the stand-ins.
enum StandInSearch {
    /// Splits a text into runs of lowercase letters and digits.
    static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !($0.isLetter || $0.isNumber) }
    }

    /// Whether the text contains all words searched for; false without any words.
    static func match(_ wanted: String, _ text: String) -> Bool {
        let there = Set(words(text))
        let wanted = words(wanted)
        return !wanted.isEmpty && wanted.allSatisfy(there.contains)
    }
}
