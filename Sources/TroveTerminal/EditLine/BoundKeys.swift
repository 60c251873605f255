/// Reads the list of key bindings that libedit prints.
enum BoundKeys {
    /// Returns the key sequences of several characters that are bound to a command or a text. The
    /// list has lines such as `"^[[3~"         ->  ed-delete-next-char`.
    static func sequences(in list: String) -> [String] {
        list.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("\"") else { return nil }
            let rest = line.dropFirst()
            guard let end = rest.firstRange(of: "\" ")?.lowerBound else { return nil }
            let keys = rest[..<end]
            return keys.contains("^[") ? String(keys.replacing("^[", with: "\u{1B}")) : nil
        }
    }
}
