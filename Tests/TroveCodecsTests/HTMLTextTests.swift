import Testing
import TroveCodecs
import TroveTesting

@Suite struct HTMLTextTests {
    static let cases: [Case<String, String>] = [
        Case("breaks", "a<br>b<BR />c", "a\nb\nc"),
        Case("paragraphs", "<p>a</p><p>b</p>", "a\n\nb"),
        Case("signs", "1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
        Case(
            "character references", "a &lt;b&gt; &eacute;&#233;&#xE9; &nosuch; &amp;amp;",
            "a <b> ééé &nosuch; &amp;"),
        Case("link", "<a href=\"https://x.example/\">there</a>", "there (https://x.example/)"),
        Case("picture", "<img src='p.jpg'>", "(p.jpg)"),
        Case("unknown tags", "I <3 it <more> so", "I <3 it <more> so"),
        Case("carriage returns", "a\r\nb\rc", "a\nb\nc"),
        Case("many breaks", "<br><br><br>a<br><br><br><br>b<br>", "a\n\nb"),
        Case("element without an end", "<i>a", "a"),
        Case("sign at the end", "a<", "a<"), Case("ampersand alone", "&", "&"),
        Case("numbers of no character", "&#0;&#1114112;", "&#0;&#1114112;"),
    ]

    @Test(arguments: cases)
    func becomesPlain(_ test: Case<String, String>) {
        #expect(HTMLText.plain(test.input) == test.expected)
    }
}
