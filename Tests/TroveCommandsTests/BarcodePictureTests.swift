import Testing
import TroveModel
import TroveTesting

@testable import TroveCommands

private let isZbarInstalled =
    (try? ProgramUnderTest("zbarimg").run(["--version"]))?.status == .success

/// Barcodes in pictures, read with `zbarimg`.
@Suite(.enabled(if: isZbarInstalled)) struct BarcodePictureTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test(arguments: ["9780441172719", "9791156100003", "9780804429573"])
    func readsTheCodeOfABook(_ digits: String) throws {
        let path = try scratch.write(PictureFixture.barcode(digits), to: "a book's \"code\" $1.png")
        #expect(try BarcodePicture.codes(in: path) == [ISBN(parsing: digits)])
    }

    @Test(arguments: [
        Case(
            "milk", "4006381333931", BarcodeFailure.notISBN(type: "EAN-13", data: "4006381333931")),
        Case("music", "9790060115615", .notISBN(type: "ISBN-13", data: "9790060115615")),
    ])
    func namesOtherTypesOfCodes(_ row: Case<String, BarcodeFailure>) throws {
        let path = try scratch.write(PictureFixture.barcode(row.input), to: "code.png")
        #expect(throws: row.expected) { try BarcodePicture.codes(in: path) }
    }

    /// A single row of pixels is read at three times its size only.
    @Test func readsASmallCodeAtAGreaterSize() throws {
        let path = try scratch.write(
            PictureFixture.barcode("9780441172719", unit: 1, rows: 20..<21), to: "small.png")
        #expect(try BarcodePicture.codes(in: path) == [ISBN(parsing: "9780441172719")])
    }

    @Test func explainsAMissingCode() throws {
        let white = try scratch.write(
            PictureFixture.png(width: 200, height: 100) { _, _ in 255 }, to: "white.png")
        #expect(throws: BarcodeFailure.noBarcode) { try BarcodePicture.codes(in: white) }
        let text = try scratch.write("9780441172719\n", to: "text.png")
        #expect(throws: BarcodeFailure.notAPicture) { try BarcodePicture.codes(in: text) }
        #expect(throws: BarcodeFailure.isFolder) { try BarcodePicture.codes(in: scratch.path("")) }
        let missing = scratch.path("no.png")
        #expect(throws: BarcodeFailure.isMissing) { try BarcodePicture.codes(in: missing) }
        #expect(throws: BarcodeFailure.notAPicture) { try BarcodePicture.codes(in: "/dev/null") }
    }
}
