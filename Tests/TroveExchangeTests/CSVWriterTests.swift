import Testing
import TroveExchange
import TroveModel
import TroveTesting

struct CSVWriterTests {
    @Test(arguments: [
        ([""], "\n"), (["a", "b"], "a,b\n"), (["", ""], ",\n"), (["a,b"], "\"a,b\"\n"),
        (["a\"b"], "\"a\"\"b\"\n"), (["\""], "\"\"\"\"\n"),
        (["a\nb", "c\rd"], "\"a\nb\",\"c\rd\"\n"),
        ([" a "], " a \n"), (["a\tb"], "a\tb\n"), (["é🙂"], "é🙂\n"),
        // Formulas.
        (["=1+1"], "'=1+1\n"), (["+1"], "'+1\n"), (["-1"], "-1\n"),
        (["-1.5"], "-1.5\n"), (["-"], "'-\n"), (["-1+2"], "'-1+2\n"), (["'-1"], "''-1\n"),
        (["@a"], "'@a\n"),
        (["\ta"], "'\ta\n"), (["\ra"], "\"'\ra\"\n"), (["=a,b"], "\"'=a,b\"\n"),
        (["'=a"], "''=a\n"), (["''-"], "'''-\n"), (["'a"], "'a\n"), (["'"], "'\n"),
        (["''"], "''\n"),
        (["a=b"], "a=b\n"), ([" =a"], " =a\n"),
    ])
    func writes(cells: [String], text: String) {
        var writer = CSVWriter(guardsFormulas: true)
        for cell in cells { writer.cell(cell) }
        writer.endRecord()
        #expect(String(decoding: writer.bytes, as: UTF8.self).utf8.elementsEqual(text.utf8))
    }

    /// A record at once, compared with its cells one by one.
    @Test func writesRecordsLikeCells() throws {
        try SeededRandom.run { random in
            let plain = ["", "a", "Title 17", "long enough for a word", "é🙂"]
            let special = ["'", "=1", "-", "a,b", ",", "\"", "a\r", "\n", "''+a"]
            var (cells, records) = (
                CSVWriter(guardsFormulas: true), CSVWriter(guardsFormulas: true)
            )
            for round in 0..<2000 {
                // Records without anything special are the usual ones, and some are long.
                let count = Int.random(in: 1...(round % 100 == 0 ? 600 : 20), using: &random)
                let isPlain = round.isMultiple(of: 3)
                var list = FieldTexts(separator: CSVWriter.separator)
                list.begin(with: Array("kind".utf8))
                cells.cell("kind")
                for _ in 0..<count {
                    let text = (isPlain ? plain : plain + special).randomElement(using: &random)
                    cells.cell(text ?? "")
                    list.bytes.append(list.separator)
                    let start = list.bytes.count
                    list.bytes += (text ?? "").utf8
                    if start < list.bytes.count { list.ranges.append(start..<list.bytes.count) }
                }
                cells.endRecord()
                records.record(list, separators: count)
            }
            #expect(records.bytes == cells.bytes, "\(random.hint)")
        }
    }

    @Test func canStartOver() {
        var writer = CSVWriter(guardsFormulas: true)
        writer.cell("a")
        writer.endRecord()
        writer.removeAll()
        writer.cell("b")
        #expect(writer.bytes == Array("b".utf8))
    }
}
