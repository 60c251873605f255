import TroveCodecs
import TroveModel

/// Finds bytes in a program's output that would act on a terminal or deceive its user.
enum OutputInspection {
    /// The codes that Trove sets colors with.
    private static let colors: Set<String> = [
        "0", "1", "2", "31", "32", "33", "35", "36", "1;32",
    ]

    /// Returns what is wrong with output that users read, in a few words for each fault: bytes that
    /// are not UTF-8, control characters apart from line feeds, and bidirectional controls. With
    /// `allowsTabs`, tabs are no fault.
    static func faults(in output: [UInt8], allowsTabs: Bool = false) -> [String] {
        guard let text = String(validating: output, as: UTF8.self) else { return ["not UTF-8"] }
        var faults: [String] = []
        for line in text.unicodeScalars.split(separator: "\n") {
            let active = line.filter {
                (isControl($0) || HostileText.directions.contains(String($0)))
                    && !(allowsTabs && $0 == "\t")
            }
            guard !active.isEmpty else { continue }
            let names = active.map { "U+" + String($0.value, radix: 16, uppercase: true) }
            faults.append(
                "\(Set(names).sorted()) in \(String(String.UnicodeScalarView(line)).debugDescription)"
            )
        }
        return faults
    }

    /// Returns what is wrong with output on a terminal, where Trove sets colors, draws progress in
    /// the row of the cursor, and the kernel puts a carriage return before each line feed.
    static func terminalFaults(in output: [UInt8], allowsTabs: Bool = false) -> [String] {
        faults(in: withoutOwnSequences(output), allowsTabs: allowsTabs)
    }

    /// The output without the sequences that Trove itself writes.
    private static func withoutOwnSequences(_ output: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var rest = output[...]
        while let byte = rest.popFirst() {
            if byte == 0x0D, rest.first == 0x0A { continue }
            // `CR, a row, ESC [ K`: progress, which is drawn over what stands in the row.
            if byte == 0x0D, let end = rest.firstIndex(where: { $0 < 0x20 }),
                rest[end...].starts(with: Array("\u{1B}[K".utf8))
            {
                continue
            }
            if byte == 0x1B, rest.first == UInt8(ascii: "[") {
                let codes = rest.dropFirst().prefix {
                    $0 == UInt8(ascii: ";") || (0x30...0x39).contains($0)
                }
                let end = rest.dropFirst(1 + codes.count).first
                let isColor =
                    end == UInt8(ascii: "m")
                    && colors.contains(String(decoding: codes, as: UTF8.self))
                if isColor || codes.isEmpty && end == UInt8(ascii: "K") {
                    rest = rest.dropFirst(2 + codes.count)
                    continue
                }
            }
            kept.append(byte)
        }
        return kept
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// Returns what is wrong with a sequence of JSON values, each on one line or several.
    static func jsonFaults(in output: [UInt8]) -> [String] {
        var value: [UInt8] = []
        for line in output.split(separator: 0x0A) {
            value += line
            if (try? JSON(parsing: value)) != nil { value = [] }
        }
        return value.isEmpty ? [] : ["not JSON: \(String(decoding: value, as: UTF8.self))"]
    }
}
