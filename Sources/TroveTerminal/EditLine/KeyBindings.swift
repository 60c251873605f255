/// Reads the list of key bindings that libedit prints.
enum KeyBindings {
    /// Returns the special keys that are bound to a command or a text, each as what follows ESC.
    /// The list has lines such as `"^[[3~"         ->  ed-delete-next-char`.
    static func specialKeys(in list: String) -> Set<String> {
        var keys: Set<String> = []
        for line in list.split(separator: "\n") where line.hasPrefix("\"^[") {
            let key = line.dropFirst(3).prefix { $0 != "\"" }
            if key.hasPrefix("[") || key.hasPrefix("O"), key.count > 1 { keys.insert(String(key)) }
        }
        return keys
    }
}
