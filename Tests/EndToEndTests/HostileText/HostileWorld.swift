import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStandIn
import TroveTesting

/// A library in which every text is hostile, and everything around it too: files, aliases,
/// snapshots, the device's name, and a catalogue whose answers hold such texts.
struct HostileWorld {
    /// What an item's title begins with, as in the sample library of the help: examples refer to
    /// items by it.
    private static let samples: [(kind: String, titles: [String])] = [
        ("book", ["Dune", "The Left Hand of Darkness"]), ("gem", ["Ruby"]), ("movie", ["Alien"]),
    ]

    let trove: Trove
    let catalogues: CatalogueStandIn
    /// A text to type.
    let text: String
    /// The name of a table, a script and a picture in the working directory, without its ending.
    let fileName: String

    /// Makes the files and the library, then runs a script, which connects it to a server.
    ///
    /// - Throws: `UnexpectedStatus` if an item is refused.
    init(
        environment: [String: String] = [:], then script: String = "",
        using random: inout SeededRandom
    ) throws {
        var deck = HostileText()
        catalogues = try CatalogueStandIn()
        text = deck.text(using: &random)
        fileName = deck.name(using: &random)
        let own = [
            "TROVE_DEVICE": deck.name(using: &random), "TROVE_PASSWORD": SyncWorld.password,
            "TROVE_TMDB_KEY": CatalogueStandIn.tmdbKey,
            "TROVE_GOOGLEBOOKS_KEY": CatalogueStandIn.googleBooksKey,
            "EDITOR": "true", "PAGER": "cat",
        ]
        trove = try Trove(
            catalogues: catalogues, environment: own.merging(environment) { _, given in given })
        try trove.prepare(Self.library(&deck, using: &random), ["--yes"])
        _ = try trove.run(Self.extras(&deck, using: &random), ["--yes"])
        if !script.isEmpty { try trove.prepare(script) }
        try writeFiles(&deck, using: &random)
        answerWith(deck.text(using: &random))
    }

    /// Returns commands that add the items: all fields that take any text have one.
    private static func library(
        _ deck: inout HostileText, using random: inout SeededRandom
    ) -> String {
        var commands = ""
        for (name, titles) in samples {
            guard let index = Kinds.standard.index(of: name) else { continue }
            let kind = Kinds.standard[index]
            for title in titles + [""] {
                let title = deck.text(title, using: &random)
                commands += "add \(name) \(Quoting.quoted(title))"
                for field in kind.fields.dropFirst() {
                    switch (field.content, field.role) {
                    case (.text, nil), (.text, .creator), (.text, .note), (.text, .borrower),
                        (.choice, _):
                        let text = deck.text(using: &random)
                        commands += " \(field.name):\(Quoting.quoted(text))"
                    case (.set, _):
                        let names = deck.names(using: &random)
                        commands += " \(field.name):\(Quoting.quoted(names))"
                    default: break
                    }
                }
                commands += "\n"
            }
        }
        return commands
    }

    /// Returns commands that may be refused: what else a library remembers.
    private static func extras(
        _ deck: inout HostileText, using random: inout SeededRandom
    ) -> String {
        func quoted(_ deck: inout HostileText, _ random: inout SeededRandom) -> String {
            Quoting.quoted(deck.text(using: &random))
        }
        return """
            set 1 cover:\(quoted(&deck, &random))
            set 1 photo:\(quoted(&deck, &random))
            lend 2 to:\(quoted(&deck, &random)) due:2020-01-01
            shelve 1 on:\(Quoting.quoted(deck.name(using: &random)))
            snapshot save \(Quoting.quoted(deck.name(using: &random)))
            alias mine list \(quoted(&deck, &random))
            settings contact \(quoted(&deck, &random))
            search \(quoted(&deck, &random))
            read 1
            note 1 \(quoted(&deck, &random))
            set 3 description:\(quoted(&deck, &random))
            """
    }

    /// Writes the files that examples and commands name.
    private func writeFiles(_ deck: inout HostileText, using random: inout SeededRandom) throws {
        let scratch = trove.scratch
        func cell(_ deck: inout HostileText, _ random: inout SeededRandom) -> String {
            "\"" + deck.text(using: &random).split(separator: "\"").joined(separator: "\"\"") + "\""
        }
        var export = "Title,Author,Bookshelves,Exclusive Shelf,\(cell(&deck, &random))\n"
        for _ in 0..<4 {
            export += (0..<5).map { _ in cell(&deck, &random) }.joined(separator: ",") + "\n"
        }
        export += "too,few\n,\(cell(&deck, &random)),,read,3.9\n"
        // Bytes that are no UTF-8 make it Windows-1252, which has characters for most of C1.
        let invalid: [UInt8] = [0xFF, 0x9B, 0x33, 0x31, 0x6D, 0x85, 0xC2, 0x0A]
        try scratch.write(export, to: "work/goodreads.csv")
        try scratch.write(export, to: "work/\(fileName).csv")
        try scratch.write(Array(export.utf8) + invalid, to: "work/bytes.csv")
        try scratch.write(Array("list ".utf8) + invalid, to: "work/\(fileName).trove")
        try scratch.write(text + "\n", to: "work/\(fileName).jpg")
    }

    /// Lets the catalogue answer as it does, but with a hostile text behind each of its words and
    /// names. Keys, addresses and codes stay, so that the answer is still understood.
    private func answerWith(_ text: String) {
        catalogues.misbehave(
            "/",
            .rewritten { body in
                guard let json = try? JSON(parsing: body) else { return body }
                var written = JSONText()
                written.append(Self.spoiled(json, with: text))
                return written.bytes
            }, times: .max)
    }

    private static func spoiled(_ json: JSON, with text: String) -> JSON {
        switch json {
        case .array(let values): .array(values.map { spoiled($0, with: text) })
        case .object(let members):
            .object(members.map { JSON.Member($0.name, spoiled($0.value, with: text)) })
        case .string(let value)
        where value.contains(" ")
            || value.first?.isUppercase == true && value.contains { $0.isLowercase }:
            .string(value + text)
        default: json
        }
    }

    // MARK: Commands

    /// Returns the commands that try a verb: its examples, the same with a hostile text in the
    /// place of each word, and the verb with hostile words alone.
    func commands(of verb: Verb) -> [String] {
        let texts = [Quoting.quoted(text), text.filter { $0 != "\n" }, Quoting.quoted(fileName)]
        var commands: [String] = []
        for example in verb.examples {
            commands.append(example.command)
            let words = Self.words(of: example.command)
            for index in words.indices.dropFirst() where !words[index].hasPrefix("--") {
                var changed = words
                // A name before a colon stays.
                let name = words[index].prefix { $0.isLetter || $0 == "-" }
                let isNamed = words[index].dropFirst(name.count).first == ":"
                changed[index] = (isNamed ? name + ":" : "") + texts[commands.count % texts.count]
                commands.append(changed.joined(separator: " "))
            }
        }
        commands += texts.map { "\(verb.name) \($0)" }
        commands += [
            "\(verb.name) \(texts[0]) \(texts[0])", "\(verb.name) 1 \(texts[0])",
            "\(verb.name) \(Quoting.quoted(fileName + ".csv"))",
            "\(verb.name) \(Quoting.quoted(fileName + ".trove"))", "\(verb.name) bytes.csv",
            "\(verb.name) 1", verb.name, "help \(verb.name)",
        ]
        return commands
    }

    /// The words of a command, quotes and all.
    private static func words(of command: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        for character in command {
            if character == " ", quote == nil {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            }
            word.append(character)
        }
        return word.isEmpty ? words : words + [word]
    }
}
