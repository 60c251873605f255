import Testing
import TroveCodecs
import TroveModel

/// The value of a photo field, and what is displayed of it.
@Suite struct PhotoValueTests {
    private let digest = SHA256(of: Array("a picture".utf8))

    @Test(arguments: ["ruby.jpg", "二.png", "a#sha256-b", "#sha256-"])
    func separatesNameAndDigest(_ name: String) {
        let value = PhotoValue(name: name, digest: digest)
        #expect(value.text == "\(name)#sha256-\(digest)")
        #expect(PhotoValue(value.text) == value)
        #expect(PhotoValue(name) == PhotoValue(name: name, digest: nil))
    }

    @Test func aDigestNeedsANameAndAllDigits() {
        let digits = digest.description
        for text in ["#sha256-\(digits)", "a.png#sha256-\(digits.dropLast())", "a.png-\(digits)"] {
            #expect(PhotoValue(text) == PhotoValue(name: text, digest: nil))
        }
    }

    @Test func onlyTheNameIsDisplayed() throws {
        let value = Value.text("ruby.jpg#sha256-\(digest)")
        let photo = Field("picture", .text, "", role: .photo)
        #expect(photo.shown(value) == "ruby.jpg")
        #expect(Field("note", .text, "").shown(value) == value.description)
    }
}
