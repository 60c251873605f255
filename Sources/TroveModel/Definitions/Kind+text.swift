extension Kind {
    /// The definition of the kind in the text format, with all its fields, in lines that end with a
    /// line break. `KindReader` reads it.
    package var definition: String {
        ([header] + orderedIndices.map { fields[$0].definition }).map { $0 + "\n" }.joined()
    }

    /// The first line of the definition.
    package var header: String {
        var words = ["kind", name, "plural:\(plural)"]
        func add(_ option: String, _ value: String?) {
            if let value { words.append("\(option):\(KindLine.quoted(value))") }
        }
        add("stored", storedName == name ? nil : storedName)
        add("also", synonyms.isEmpty ? nil : synonyms.joined(separator: ","))
        for operation in Operation.allCases { add(operation.rawValue, offline[operation].rawValue) }
        add("duplicates", definedDistinguishing)
        add("catalogue", catalogue?.rawValue)
        add("completions", completions)
        add("retired", isRetired ? "yes" : nil)
        return words.joined(separator: " ")
    }
}
