import Testing
import TroveTesting

/// Pictures of barcodes: the message for one without a book's code.
@Suite(.timeLimit(.minutes(20))) struct BarcodeTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.scratch.write(PictureFixture.barcode("9780441172719"), to: "work/book.png")
        try trove.scratch.makeDirectory("work/empty")
        try trove.scratch.write(PictureFixture.barcode("4006381333931"), to: "work/milk.png")
        try trove.scratch.write(
            PictureFixture.png(width: 300, height: 200) { _, _ in 255 }, to: "work/white.png")
    }

    @Test func namesThePackageToInstall() throws {
        var trove = trove
        trove.environment["PATH"] = try trove.scratch.makeDirectory("nothing")
        let run = try trove.run("scan book.png").requiring(.exited(1))
        #expect(run.errorText.contains("needs the program zbarimg, which is not installed"))
        #expect(run.errorText.contains("apt install zbar-tools"))
        #expect(try trove.json() == "[]\n")
    }

    @Test(
        .enabled(if: Tools.hasZbar),
        arguments: [
            Case("no barcode", "white.png", "white.png: no barcode found"),
            Case(
                "another code", "milk.png",
                "milk.png: the barcode is not an ISBN, but EAN-13 4006381333931"),
            Case("no file", "gone.png", "gone.png: no such file"),
            Case("an empty folder", "empty", "empty has no files"),
        ])
    func explainsAMissingCode(_ row: Case<String, String>) throws {
        let run = try trove.run("scan \(row.input)").requiring(.exited(1))
        #expect(run.errorText.contains("error: \(row.expected)\n"), "\(run.errorText)")
    }
}
