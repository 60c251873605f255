import Testing
import TroveTerminal

@Suite struct StyleTests {
    @Test(arguments: Style.Role.allCases) func disabledChangesNothing(role: Style.Role) {
        #expect(Style.plain(role, "text") == "text")
    }

    @Test(arguments: Style.Role.allCases) func strippingRemovesStyles(role: Style.Role) {
        let styled = Style(isEnabled: true)(role, "三 text")
        #expect(styled != "三 text")
        #expect(styled.rendered.hasSuffix("\u{1B}[0m"))
        #expect(Style.stripped(styled.rendered) == "三 text")
    }

    @Test func emptyStaysEmpty() {
        #expect(Style(isEnabled: true)(.error, "") == "")
    }

    @Test func strippingLeavesOtherSequences() {
        #expect(Style.stripped("\u{1B}[2Ja\u{1B}[1mb\u{1B}") == "\u{1B}[2Ja" + "b\u{1B}")
    }

    @Test(arguments: [nil, "", "dumb"] as [String?]) func terminalsWithoutEscapes(name: String?) {
        #expect(!Interactivity.understandsEscapes(name))
    }
}
