import TroveTerminal

/// Records a demo, without a terminal and without waiting.
final class CastDemoView: DemoView {
    /// The size of the recorded terminal.
    static let standardSize = TerminalSize(columns: 100, rows: 28)

    let size: TerminalSize
    let style = Style(isEnabled: true)
    let fitsOutput = true
    let typesLetters = true
    let hasKeys = false
    private(set) var cast: CastWriter
    private var drawing = FullScreenDrawing()

    /// Begins a recording.
    init(title: String, size: TerminalSize = standardSize) {
        self.size = size
        cast = CastWriter(size: size, title: title)
        // Hides the cursor.
        cast.write("\u{1B}[?25l")
    }

    func show(_ scene: DemoScene) {
        cast.write(drawing.update(to: scene.rows(for: size, style: style), size: size))
    }

    func tell(_ event: DemoEvent) {}

    func wait(milliseconds: Int?) -> DemoKey {
        cast.wait(milliseconds: milliseconds ?? 0)
        return .ofNoKeys
    }

    func leave() {}

    func enter() {}
}
