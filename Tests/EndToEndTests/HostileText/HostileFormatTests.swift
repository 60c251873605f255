import Testing
import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// Every output format with hostile values: a program that reads it gets back what was put in, and
/// a user sees all of it in a harmless form.
@Suite(.timeLimit(.minutes(20))) struct HostileFormatTests {
    /// What each format must give back for a listing of titles and notes, in this order.
    ///
    /// A new format has to say here how it is read.
    private static let readers: [OutputChoice: @Sendable ([UInt8]) throws -> [[String]]] = [
        .csv: { SeparatedValues.csv($0).dropFirst().map { Array($0.dropFirst(2)) } },
        .tsv: { SeparatedValues.tsv($0).dropFirst().map { Array($0.dropFirst(2)) } },
        .json: { try (JSON(parsing: $0).array ?? []).map(values) },
        .jsonl: { try $0.split(separator: 0x0A).map { try values(JSON(parsing: $0)) } },
        .markdown: { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            return try lines.filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
                let cells = try #require(MarkdownTable.cells(of: String(line)), "\(line)")
                return Array(cells.dropFirst())
            }
        },
        .lines: { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let titles = lines.filter { $0.hasPrefix("title: ") }.map { String($0.dropFirst(7)) }
            let notes = lines.filter { $0.hasPrefix("note: ") }.map { String($0.dropFirst(6)) }
            return zip(titles, notes).map { [$0, $1] }
        },
        .table: { bytes in
            // Columns are padded with blanks, and where one ends depends on the widest cell: the
            // rows are split at the marks that the test puts around each value.
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            return lines.dropFirst(2).map { line in
                line.unicodeScalars.split(separator: "§", omittingEmptySubsequences: false)
                    .enumerated().filter { $0.offset % 2 == 1 }.map { "§\(String($0.element))§" }
            }
        },
    ]

    private static func values(_ item: JSON) -> [String] {
        [item["title"]?.text ?? "", item["note"]?.text ?? ""]
    }

    /// Formats whose values are exact; the others show control characters in a visible form.
    private static let exact: Set<OutputChoice> = [.csv, .tsv, .json, .jsonl]

    @Test(arguments: OutputChoice.allCases)
    func givesBackWhatWasPutIn(_ format: OutputChoice) throws {
        let read = try #require(Self.readers[format], "no reader for the format \(format)")
        try SeededRandom.run { random in
            var deck = HostileText()
            let items =
                (0..<40).map { _ in
                    (0..<2).map { _ in "§" + deck.text(pieces: 10, using: &random) + "§" }
                } + HostileText.markup.map { [$0 + "§", $0] }
            let marked = format == .table ? Array(items.prefix(40)) : items
            let trove = try Trove()
            try trove.prepare(
                marked.map {
                    "add book \(Quoting.quoted($0[0])) note:\(Quoting.quoted($0[1])) --yes\n"
                }.joined())
            let run = try trove.program.run(
                ["--output", format.rawValue, "-c", "list books columns:title,note"]
            ).requiring()
            let isExact = Self.exact.contains(format)
            let expected = isExact ? marked : marked.map { $0.map(HostileText.shown) }
            let found = try read(run.output)
            #expect(found.count == expected.count, "\(random.hint)")
            for (found, expected) in zip(found, expected) {
                // Compared as bytes: texts that look the same are equal as strings.
                #expect(
                    found.map { Array($0.utf8) } == expected.map { Array($0.utf8) },
                    "\(found.map(\.debugDescription)), not \(expected.map(\.debugDescription))\n\(random.hint)"
                )
            }
            guard format != .csv, format != .tsv else { return }
            #expect(OutputInspection.faults(in: run.output) == [], "\(random.hint)")
        }
    }

    /// A page to share shows what was put in, and nothing of it is markup.
    @Test func aPageShowsWhatWasPutIn() throws {
        try SeededRandom.run { random in
            var deck = HostileText()
            let items =
                (0..<40).map { _ in
                    (0..<2).map { _ in "§" + deck.text(pieces: 10, using: &random) + "§" }
                } + HostileText.markup.map { ["§" + $0 + "§", "§" + $0 + "§"] }
            let trove = try Trove()
            try trove.prepare(
                items.map {
                    "add book \(Quoting.quoted($0[0])) note:\(Quoting.quoted($0[1])) --yes\n"
                }.joined())
            let run = try trove.program.run(["-c", "export - as:html"]).requiring()
            let page = try PageReader.read(run.output)
            let found = page.all("article").map { card in
                (card.all("h3") + card.all("details").flatMap { $0.all("p") }).map(\.text)
            }
            let expected = items.map { [HostileText.shown($0[0]), Self.shownInLines($0[1])] }
            #expect(found.count == expected.count, "\(random.hint)")
            for (found, expected) in zip(found, expected) {
                // Compared as bytes: texts that look the same are equal as strings.
                #expect(
                    found.map { Array($0.utf8) } == expected.map { Array($0.utf8) },
                    "\(found.map(\.debugDescription)), not \(expected.map(\.debugDescription))\n\(random.hint)"
                )
            }
            #expect(OutputInspection.faults(in: run.output) == [], "\(random.hint)")
            for name in ["script", "a", "link", "iframe", "img"] {
                #expect(page.all(name).isEmpty, "\(name)\n\(random.hint)")
            }
        }
    }

    /// A note as a page shows it: its lines are lines.
    private static func shownInLines(_ text: String) -> String {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let isLast = line.endIndex == text.unicodeScalars.endIndex
                let line = !isLast && line.last == "\r" ? line.dropLast() : line
                return HostileText.shown(String(Substring(line)))
            }.joined(separator: "\n")
    }

    /// A report has cells of its own; search results are one.
    @Test(arguments: OutputChoice.allCases)
    func reportsKeepTheirColumns(_ format: OutputChoice) throws {
        try SeededRandom.run { random in
            let world = try HostileWorld(using: &random)
            let run = try world.trove.program.run(
                ["--output", format.rawValue, "-c", "search dune"]
            ).requiring()
            let lines = run.text.split(separator: "\n").map(String.init)
            let widths: [Int]
            switch format {
            case .csv: widths = SeparatedValues.csv(run.output).map(\.count)
            case .tsv: widths = SeparatedValues.tsv(run.output).map(\.count)
            case .markdown:
                widths = try lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("| ---") }
                    .map { try #require(MarkdownTable.cells(of: $0), "\($0)").count }
            case .json, .jsonl:
                #expect(OutputInspection.jsonFaults(in: run.output) == [], "\(random.hint)")
                return
            default:
                #expect(OutputInspection.faults(in: run.output) == [], "\(random.hint)")
                return
            }
            #expect(widths.count > 3, "\(run)")
            #expect(Set(widths).count == 1, "\(widths)\n\(run)\n\(random.hint)")
        }
    }

    /// What is exported and imported again is what it was, formula beginnings included.
    @Test(arguments: ["csv", "json", "jsonl", "zip"])
    func exportsComeBack(_ ending: String) throws {
        try SeededRandom.run { random in
            let world = try HostileWorld(using: &random)
            try world.trove.prepare("export all.\(ending)")
            let file = try world.trove.scratch.readBytes("work/all.\(ending)")
            let other = try Trove()
            try other.scratch.write(file, to: "work/all.\(ending)")
            try other.prepare("import all.\(ending)", ["--yes"])
            let lists = try [world.trove, other].map { trove in
                try (JSON(parsing: trove.program.run(["--json", "-c", "list"]).output).array ?? [])
                    .map(Self.withoutIdentity)
            }
            #expect(lists[0].count >= 7, "\(random.hint)")
            #expect(lists[0] == lists[1], "\(random.hint)")
            if ending == "csv" { Self.expectNoFormulas(in: file, random.hint) }
        }
    }

    /// Fails where a spreadsheet would take a cell for a formula.
    private static func expectNoFormulas(in csv: [UInt8], _ hint: String) {
        for cell in SeparatedValues.csv(csv).joined() {
            let first = cell.unicodeScalars.first
            #expect(
                first.map { "=+-@\t\r".unicodeScalars.contains($0) } != true,
                "\(cell.debugDescription)\n\(hint)")
        }
    }

    private static func withoutIdentity(_ item: JSON) -> [UInt8] {
        guard case .object(let members) = item else { return [] }
        var json = JSONText()
        json.append(.object(members.filter { !["id", "number"].contains($0.name) }))
        return json.bytes
    }
}
