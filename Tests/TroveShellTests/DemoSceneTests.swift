import Testing
import TroveShell
import TroveTerminal
import TroveTesting

/// The rows of a demo.
@Suite struct DemoSceneTests {
    private static let styles = [Style.plain, Style(isEnabled: true)]

    private static func scene() -> DemoScene {
        var scene = DemoScene(title: "two devices, one conflict")
        (scene.step, scene.steps) = (6, 14)
        scene.narration = ["Both devices were offline. Now both change the same field."]
        var laptop = DemoScene.Pane(name: "laptop", state: "offline, 1 queued")
        laptop.lines = ["> set dune author:\"F. Herbert\"", "三体: page 88"]
        var phone = DemoScene.Pane(name: "phone", state: "online")
        phone.typing = "set dune author:\"Frank Herb"
        scene.panes = [laptop, phone]
        scene.active = 1
        scene.drawing = ["outbox [ change book 1 ] ──✂── server"]
        scene.question = DemoScene.Question(
            "What will the server keep?", answers: ["laptop", "phone", "both"], correct: 2)
        scene.keys = "Space next"
        return scene
    }

    private static func lines(_ scene: DemoScene, _ columns: Int, _ rows: Int) -> [String] {
        scene.rows(for: TerminalSize(columns: columns, rows: rows), style: .plain)
            .map(\.trimmedAtEnd.rendered)
    }

    @Test func panesStandSideBySide() {
        let rows = Self.lines(Self.scene(), 100, 12)
        #expect(rows.count == 12)
        #expect(rows[0].hasPrefix("Demo: two devices, one conflict"))
        #expect(rows[0].hasSuffix("step 6/14"))
        #expect(rows[1] == "# Both devices were offline. Now both change the same field.")
        let gap = String(repeating: " ", count: 23)
        #expect(rows[2] == " laptop [offline, 1 queued]" + gap.dropFirst(2) + " │  phone [online]")
        let typed = "> set dune author:\"Frank Herb▏"
        #expect(
            rows[3]
                == TextFitting.padded("> set dune author:\"F. Herbert\"", to: 48) + " │ " + typed)
        #expect(rows[4] == TextFitting.padded("三体: page 88", to: 48) + " │")
        #expect(rows[8] == "outbox [ change book 1 ] ──✂── server")
        #expect(rows[9] == "What will the server keep?")
        #expect(rows[10] == "  1 laptop   2 phone   3 both")
        #expect(rows[11] == "Space next")
    }

    @Test func aLongTitleLeavesRoomForTheHeading() {
        var scene = DemoScene(title: "Gems: two users, offline", shortTitle: "Gems")
        #expect(Self.lines(scene, 40, 24)[0].hasPrefix("Demo: Gems: two users, offline "))
        scene.heading = "G1: add a gem"
        #expect(Self.lines(scene, 80, 24)[0].hasPrefix("Demo: Gems: two users, offline · G1: "))
        #expect(Self.lines(scene, 40, 24)[0].hasPrefix("Demo: Gems · G1: add a gem "))
    }

    @Test func panesStandOneAboveTheOther() {
        let rows = Self.lines(Self.scene(), 80, 24)
        #expect(rows.count == 24)
        let laptop = rows.firstIndex(of: " laptop [offline, 1 queued]")
        let phone = rows.firstIndex(of: " phone [online]")
        #expect(laptop == 3)
        #expect(phone == 6)
        #expect(rows[7] == "> set dune author:\"Frank Herb▏")
        #expect(rows[23] == "Space next")
    }

    /// A long narration takes the rows that the panes do not need, and shows that it is cut.
    @Test(arguments: [12, 24]) func longNarrationIsShownOrMarked(_ height: Int) {
        var scene = DemoScene(title: "one device")
        scene.keys = "Space next"
        scene.panes = [DemoScene.Pane(name: "laptop")]
        scene.narration = (1...height - 4).map { "line \($0)" }
        var rows = Self.lines(scene, 40, height)
        #expect(rows.contains("# line \(height - 4)"), "\(rows)")
        scene.narration += (1...9).map { "more \($0)" }
        scene.panes[0].lines = (1...90).map { "> \($0)" }
        rows = Self.lines(scene, 40, height)
        #expect(rows.count == height)
        let told = rows.filter { $0.hasPrefix("# ") }
        #expect(told.count == max(6, height / 2), "\(rows)")
        #expect(told.last?.hasSuffix(" …") == true, "\(rows)")
        #expect(rows.contains("> 90"), "\(rows)")
    }

    /// The latest output stays visible.
    @Test(arguments: [80, 120]) func panesScroll(_ columns: Int) {
        var scene = Self.scene()
        scene.panes[1].typing = nil
        scene.panes[0].lines = (1...90).map { "laptop line \($0)" }
        scene.panes[1].lines = (1...90).map { "phone line \($0)" }
        let text = Self.lines(scene, columns, 24).joined(separator: "\n")
        #expect(text.contains("laptop line 90"))
        #expect(text.contains("phone line 90"))
        #expect(!text.contains(#/laptop line 1(?!\d)/#))
    }

    @Test func theAnswerIsMarked() {
        var scene = Self.scene()
        scene.question?.chosen = 0
        #expect(
            Self.lines(scene, 80, 24).contains("  ✗ 1 laptop   2 phone   ✓ 3 both"))
    }

    /// At every size there are as many rows as the screen has, and none is wider.
    @Test func theSceneFitsEveryScreen() throws {
        try SeededRandom.run { random in
            for _ in 0..<200 {
                var scene = Self.scene()
                for index in scene.panes.indices {
                    scene.panes[index].lines = (0..<Int.random(in: 0...30, using: &random)).map {
                        _ in
                        ["", "三体三体三体 👩‍🚀 and more words behind it", "short"]
                            .randomElement(using: &random) ?? ""
                    }
                }
                if Bool.random(using: &random) { scene.panes.removeLast() }
                scene.active = scene.panes.count - 1
                if Bool.random(using: &random) { scene.question = nil }
                let size = TerminalSize(
                    columns: Int.random(in: 1...140, using: &random),
                    rows: Int.random(in: 1...50, using: &random))
                let style = Self.styles.randomElement(using: &random) ?? .plain
                let rows = scene.rows(for: size, style: style)
                #expect(rows.count == size.rows, "\(size)")
                #expect(rows.allSatisfy { $0.cellWidth <= size.columns }, "\(size)")
            }
        }
    }

    @Test func aRecordingHasVirtualTime() throws {
        var writer = CastWriter(size: TerminalSize(columns: 80, rows: 24), title: "A \"B\"")
        writer.write("one")
        writer.wait(milliseconds: 1250)
        writer.write("\u{1B}[31mtwo\r\n")
        let cast = try CastFile(writer.bytes)
        #expect(cast.title == "A \"B\"")
        #expect(cast.size == .standard)
        #expect(cast.events.map(\.time) == [0, 1.25])
        #expect(cast.events.map(\.text) == ["one", "\u{1B}[31mtwo\r\n"])
    }
}
