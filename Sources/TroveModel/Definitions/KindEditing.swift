extension Field {
    /// Returns the field with the name of another field replaced in its role.
    package func following(_ old: String, renamed new: String) -> Field {
        guard role == .progress(of: old) else { return self }
        return changed(role: .progress(of: new))
    }
}

extension Kind {
    /// Returns the kind after a field was renamed.
    package func renaming(_ index: FieldIndex, to name: String) -> Kind {
        let old = fields[index].name
        var renamed = fields.map { $0.following(old, renamed: name) }
        renamed[index] = renamed[index].changed(name: name)
        return Kind(
            name: self.name, plural: plural, storedName: storedName, synonyms: synonyms,
            offline: offline, catalogue: catalogue, completions: completions,
            distinguishing: definedDistinguishing == old ? name : definedDistinguishing,
            replacement: replacement, isOwn: isOwn, isRetired: isRetired, fields: renamed)
    }

    /// The definitions of the kind: of the kind itself if the library defines it, and of each field
    /// that the library defines, except the title.
    package var definitions: [Definition] {
        let own = zip(fieldIndices, fields).filter { $0 != Kind.titleIndex && $1.isOwn }
        return (isOwn ? [Definition(self)] : []) + own.map { Definition($1, of: self) }
    }
}

extension KindReader {
    /// Returns the text of a definition with other options in its first line. `states:` replaces
    /// its states. `choices:+fair` and `states:-sold` add to the former ones, and remove from them.
    ///
    /// - Parameters:
    ///   - text: the text of a definition.
    ///   - options: options as typed, such as `rank:2 description:"the label"`. An option without a
    ///     value is removed.
    /// - Returns: the text.
    /// - Throws: `KindTextError`, with a place in `options`, for a word that is not an option.
    package static func text(
        _ text: String, changedBy options: String
    ) throws(KindTextError) -> String {
        let changes = try KindLine(options, number: 1)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var rest = lines.dropFirst().map(String.init)
        var words = try KindLine(lines.first ?? "", number: 1).words.map { word in
            (name: word.option?.name, text: word.written)
        }
        var seen: Set<String> = []
        for change in changes.words {
            guard let (name, value) = change.option else {
                throw KindTextError(.notAnOption(change.text), line: 1, span: change.span)
            }
            guard seen.insert(name).inserted else {
                throw KindTextError(.optionTwice(name), line: 1, span: change.span)
            }
            if name == "states", !value.isEmpty {
                rest = try states(rest, changedBy: value)
                continue
            }
            var written = change.written
            if name == "choices", !value.isEmpty {
                let former = words.first { $0.name == name }?.text ?? ""
                let option = try KindLine(former, number: 1).words.first?.option
                let choices = names(Self.names(in: option?.value ?? ""), changedBy: value)
                written = "\(name):\(KindLine.quoted(choices.joined(separator: ",")))"
            }
            words.removeAll { $0.name == name }
            if !value.isEmpty { words.append((name, written)) }
        }
        let first = words.map(\.text).joined(separator: " ")
        return ([first] + rest).joined(separator: "\n")
    }

    /// Returns the lines of a definition with other states. Those that stay keep their options.
    private static func states(
        _ lines: [String], changedBy value: String
    ) throws(KindTextError) -> [String] {
        var others: [String] = []
        var former: [(name: String, line: String)] = []
        for line in lines {
            let words = try KindLine(line, number: 1).words
            if words.count > 1, words[0].text == "state" {
                former.append((words[1].text, line))
            } else {
                others.append(line)
            }
        }
        return others
            + names(former.map(\.name), changedBy: value).map { name in
                former.first { $0.name == name }?.line ?? "  state \(KindLine.quoted(name))"
            }
    }

    /// Returns names after a change: other names, or `+` and `-` before each name to add or to
    /// remove.
    private static func names(_ former: [String], changedBy value: String) -> [String] {
        let parts = names(in: value)
        guard parts.allSatisfy({ $0.count > 1 && ["+", "-"].contains($0.first) }) else {
            return parts
        }
        return parts.reduce(into: former) { names, part in
            let name = String(part.dropFirst())
            names.removeAll { $0 == name }
            if part.hasPrefix("+") { names.append(name) }
        }
    }

    /// Returns the names between commas.
    static func names(in text: String) -> [String] {
        text.unicodeScalars.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    }

    /// Returns the place of an option among others as typed; the place of all of them if it is not
    /// there.
    package static func place(ofOption name: String?, in options: String) -> Range<Int> {
        let words = (try? KindLine(options, number: 1).words) ?? []
        return words.first { $0.option?.name == name && name != nil }?.span
            ?? 0..<options.utf8.count
    }

    /// Returns the name of the option at a place of a text; nil for another word.
    package static func option(at place: KindTextError, in text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(place.line - 1),
            let line = try? KindLine(lines[place.line - 1], number: place.line)
        else { return nil }
        return line.words.first { $0.span == place.span }?.option?.name
    }

    /// Returns an error at the line that defines a kind or one of its fields in a text.
    package static func error(
        _ problem: KindTextError.Problem, at kind: String, _ field: String?, in text: String
    ) -> KindTextError {
        var isInKind = false
        for line in (try? lines(of: text)) ?? [] {
            let words = line.words
            guard words.count > 1 else { continue }
            if words[0].text == "kind" { isInKind = words[1].text == kind }
            guard isInKind, field == nil || words[0].text == "field" && words[1].text == field
            else { continue }
            return KindTextError(problem, line: line.number, span: words[1].span)
        }
        return KindTextError(problem, line: 1, span: 0..<0)
    }
}

extension KindLine.Word {
    /// The word as it is written in a line, quoted if necessary.
    var written: String {
        option.map { "\($0.name):\(KindLine.quoted($0.value))" } ?? KindLine.quoted(text)
    }
}

extension Kind {
    /// The rank of a field that comes after all others in lists.
    package var nextRank: Int {
        min((fields.compactMap(\.rank).max() ?? 0) + 1, FieldReader.lastRank)
    }
}

extension Field.Role {
    /// Whether lists omit a field with the role unless its definition has a rank.
    package var isOmittedFromLists: Bool {
        switch self {
        case .note, .description, .photo, .cover, .started, .added, .lentOn, .due: true
        default: false
        }
    }
}
