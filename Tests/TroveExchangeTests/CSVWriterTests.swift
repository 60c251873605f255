import Testing
import TroveExchange

struct CSVWriterTests {
    @Test(arguments: [
        ([""], "\n"), (["a", "b"], "a,b\n"), (["", ""], ",\n"), (["a,b"], "\"a,b\"\n"),
        (["a\"b"], "\"a\"\"b\"\n"), (["\""], "\"\"\"\"\n"),
        (["a\nb", "c\rd"], "\"a\nb\",\"c\rd\"\n"),
        ([" a "], " a \n"), (["a\tb"], "a\tb\n"), (["é🙂"], "é🙂\n"),
        // Formulas.
        (["=1+1"], "'=1+1\n"), (["+1"], "'+1\n"), (["-1"], "'-1\n"), (["@a"], "'@a\n"),
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

    @Test func canStartOver() {
        var writer = CSVWriter(guardsFormulas: true)
        writer.cell("a")
        writer.endRecord()
        writer.removeAll()
        writer.cell("b")
        #expect(writer.bytes == Array("b".utf8))
    }
}
