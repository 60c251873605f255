extension Definition {
    /// A property that a definition states, such as the name or the choices of a field, before and
    /// after a change. Nil stands for none.
    package struct PropertyChange: Sendable, Hashable {
        /// `name`, `type`, `states`, `state wish`, or the name of an option in the text format.
        package let name: String
        /// The property before the change.
        package let before: String?
        /// The property after the change.
        package let after: String?
    }

    /// Returns the properties that a change of an item of the kind `definition` changes: those of
    /// the new definition, followed by those that it no longer has.
    package static func changes(by action: Change.Action) -> [PropertyChange] {
        let (before, after) =
            switch action {
            case .create(let values): ("", text(of: values.last))
            case .delete(let values): (text(of: values.last), "")
            case .update(let fields):
                (text(of: fields.last?.before), text(of: fields.last?.after))
            }
        let (old, new) = (properties(in: before), properties(in: after))
        func value(_ name: String, in list: [(name: String, value: String)]) -> String? {
            list.first { $0.name == name }?.value
        }
        let removed = old.filter { value($0.name, in: new) == nil }
        return (new + removed).compactMap { property in
            let (before, after) = (value(property.name, in: old), value(property.name, in: new))
            return before == after
                ? nil : PropertyChange(name: property.name, before: before, after: after)
        }
    }

    private static func text(of value: Value??) -> String {
        if case .text(let text)? = value ?? nil { text } else { "" }
    }

    /// Returns the properties that a text states, in order. A text that cannot be read is one
    /// property.
    private static func properties(in text: String) -> [(name: String, value: String)] {
        guard let lines = try? KindReader.lines(of: text) else { return [("definition", text)] }
        var found: [(name: String, value: String)] = []
        var states: [String] = []
        for (index, line) in lines.enumerated() {
            guard let word = line.words.first?.text else { continue }
            // The definition of a kind has the title as its second line.
            let prefix = word == "field" && index > 0 ? "title " : ""
            var names = word == "field" ? ["type", "name"] : ["name"]
            if word == "state" {
                states.append(line.words.dropFirst().first?.text ?? "")
                let options = line.words.dropFirst(2).map(\.written).joined(separator: " ")
                if !options.isEmpty { found.append(("state \(states.last ?? "")", options)) }
                continue
            }
            for word in line.words.dropFirst() {
                if let option = word.option {
                    found.append((prefix + option.name, option.value))
                } else if let name = names.popLast() {
                    found.append((prefix + name, word.text))
                }
            }
        }
        if !states.isEmpty { found.append(("states", states.joined(separator: ", "))) }
        return found
    }
}
