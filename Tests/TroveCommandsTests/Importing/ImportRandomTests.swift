import Testing
import TroveCommands
import TroveModel
import TroveStore
import TroveTesting

/// Properties of imports of random files with few different titles, into random libraries.
@Suite struct ImportRandomTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory(name: "import-random")
    }

    /// Returns one of the texts, or an empty cell.
    private static func cell(
        _ texts: [String], _ random: inout some RandomNumberGenerator
    ) -> String {
        Bool.random(using: &random) ? texts.randomElement(using: &random) ?? "" : ""
    }

    private static func goodreads(rows: Int, _ random: inout SeededRandom) -> String {
        // A number belongs to one work: a file that contradicts itself can match in several ways.
        let works = [
            ["Dune", "A. B.", "9780441013593"], ["dune", "A. B.", "9780441013593"],
            ["Kindred", "C. D.", "9780340960196"], ["Kindred", "A. B.", "9780807083697"],
            ["Emma", "C. D.", "9780141439587"], ["", "C. D.", ""],
        ]
        let columns: [(String, [String])] = [
            ("My Rating", ["1", "3", "5"]), ("Number of Pages", ["100", "200"]),
            ("Exclusive Shelf", ["read", "to-read", "currently-reading"]),
            ("Bookshelves", ["sea", "sky", "\"sea, sky\""]),
            ("My Review", ["good", "good too", "bad"]),
            ("Date Read", ["2020/01/02", "2024/05/06"]), ("Read Count", ["1", "2"]),
            ("Date Added", ["2019/01/01", "2018/01/01"]),
        ]
        let lines = (0..<rows).map { _ in
            let work = works[Int.random(in: 0..<works.count, using: &random)]
            let number = cell([work[2]], &random)
            let others = columns.map { cell($0.1, &random) }
            return ([work[0], work[1], number] + others).joined(separator: ",")
        }
        let header = ["Title", "Author", "ISBN13"] + columns.map(\.0)
        return ([header.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
    }

    private static func own(rows: Int, _ random: inout SeededRandom) -> String {
        let lines = (0..<rows).map { _ in
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                "gem,\(cell(["Ruby", "ruby", "Opal"], &random)),,,,,\(cell(["red", "blue"], &random)),,,"
            case 1:
                "movie,\(cell(["Rain", "rain"], &random)),,\(cell(["7", "9"], &random)),"
                    + "\(cell(["to-watch", "watched"], &random)),,,\(cell(["1972", "2002"], &random)),"
                    + "\(cell(["2020-01-01", "2021", "2024-02-03"], &random)),"
            case 2:
                "read,,\(cell(["Dune", "Emma"], &random)),\(cell(["3", "4"], &random)),,,,,,"
                    + cell(["2020-01-01", "2021"], &random)
            default:
                "book,,\(cell(["Dune", "Emma"], &random)),\(cell(["3", "4"], &random)),"
                    + "\(cell(["wish", "reading", "finished"], &random)),"
                    + "\(cell(["one", "two"], &random)),,\(cell(["1965"], &random)),,"
            }
        }
        return "kind,name,title,rating,state,note,color,year,watched,on\n"
            + lines.joined(separator: "\n") + "\n"
    }

    private func report(_ line: String, _ context: FakeContext) throws -> ImportReport {
        do {
            guard case .imported(let report) = try context.run(line) else { throw Unexpected() }
            return report
        } catch let failure as CommandFailure {
            guard case .importing(_, .allRejected(let report)) = failure.problem else {
                throw failure
            }
            return report
        }
    }

    private struct Unexpected: Error {}

    /// Every row of the file is counted once.
    private func expectSum(_ report: ImportReport, _ hint: Comment) {
        let sum =
            report.total + report.mergedCount + report.updated.reduce(0, +) + report.unchangedCount
            + report.sameCount + report.rejectedCount + report.passedOver
        #expect(report.rows == sum, hint)
    }

    private func values(_ context: FakeContext) -> Set<[String]> {
        Set(
            context.library.catalog.items.map { item in
                let kind = context.kinds[item.kind]
                return [kind.name, "\(item.number)"]
                    + zip(kind.fields, item.values).map { "\($0.name): \($1?.description ?? "")" }
            })
    }

    @Test(arguments: 0..<10) func importsCanBeRepeatedAndUndone(_ round: Int) throws {
        try SeededRandom.run { random in
            for _ in 0..<round { _ = random.next() }
            let hint = Comment(rawValue: "round \(round), \(random.hint)")
            let rows = Int.random(in: 1..<12, using: &random)
            let isOwn = Bool.random(using: &random)
            let text =
                isOwn
                ? Self.own(rows: rows, &random) : Self.goodreads(rows: rows, &random)
            let path = try scratch.write(text, to: "a\(round).csv")
            let file = "\"\(path)\""
            let context = try FakeContext()
            if Bool.random(using: &random) {
                try context.run("add Dune author:\"A. B.\" rating:2 note:mine --yes")
                try context.run("add gem Ruby color:pink")
            }
            for kind in context.kinds.indices { try context.library.loadAll(kind) }
            let before = values(context)
            let preview = try report("import \(file) --preview", context)
            expectSum(preview, hint)
            #expect(values(context) == before, hint)
            let first = try report("import \(file)", context)
            expectSum(first, hint)
            #expect(first.counts == preview.counts, "\(hint)\n\(text)")
            #expect(first.mergedCount == preview.mergedCount, "\(hint)\n\(text)")
            #expect(first.entries == preview.entries, "\(hint)\n\(text)")
            let after = values(context)
            let again = try report("import \(file)", context)
            expectSum(again, hint)
            #expect(!again.hasChanges, "\(hint)\n\(text)")
            #expect(values(context) == after, hint)
            let listed = try report("import \(file) --update --preview", context)
            let update = try report("import \(file) --update", context)
            expectSum(update, hint)
            #expect(again.differingCount == update.updated.reduce(0, +), "\(hint)\n\(text)")
            #expect(listed.updates.count == update.updated.reduce(0, +), hint)
            let updated = values(context)
            if before.isEmpty {
                #expect(!update.hasChanges, "\(hint)\n\(text)\n\(listed.updates)")
                #expect(updated == after, hint)
            }
            let second = try report("import \(file) --update", context)
            #expect(!second.hasChanges, "\(hint)\n\(text)")
            guard update.hasChanges || first.hasChanges else { return }
            if update.hasChanges {
                try context.run("undo")
                #expect(values(context) == after, hint)
            }
            if first.hasChanges {
                try context.run("undo")
                #expect(values(context) == before, hint)
                try context.run("redo")
                #expect(values(context) == after, hint)
            }
        }
    }
}
