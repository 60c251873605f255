import Glibc
import TroveSystem
import TroveTerminal

/// A demo on the whole screen of the terminal, with keys.
final class LiveDemoView: DemoView {
    let style: Style
    let fitsOutput = true
    let typesLetters = true
    let hasKeys = true
    private let keys = KeyReader()
    private var drawing = FullScreenDrawing()
    private var scene: DemoScene?

    /// Takes the screen.
    init(style: Style) {
        self.style = style
        write(drawing.open())
    }

    var size: TerminalSize { keys.size }

    func show(_ scene: DemoScene) {
        self.scene = scene
        let size = size
        write(drawing.update(to: scene.rows(for: size, style: style), size: size))
    }

    func tell(_ event: DemoEvent) {}

    func wait(milliseconds: Int?) -> DemoKey {
        let input = keys.next(milliseconds: milliseconds)
        guard input == .stopped else { return DemoKey(input) }
        write(drawing.close())
        keys.suspend()
        write(drawing.open())
        return .resized
    }

    func leave() {
        write(drawing.close())
        keys.close()
    }

    func enter() {
        keys.open()
        write(drawing.open())
        if let scene { show(scene) }
    }

    private func write(_ text: String) {
        Descriptor.write(text, to: STDOUT_FILENO)
    }
}

extension DemoKey {
    init(_ input: KeyReader.Input) {
        switch input {
        case .character(let scalar): self = Self.meaning(of: scalar)
        case .escape: self = .takeOver
        case .other: self = .other
        case .interrupted: self = .interrupted
        case .stopped, .resized: self = .resized
        case .terminated(let signal): self = .terminated(signal: signal)
        case .timedOut: self = .timedOut
        }
    }

    private static func meaning(of scalar: Unicode.Scalar) -> DemoKey {
        switch scalar {
        case " ", "\r", "\n": .next
        case "b", "B": .back
        case "+", "=": .faster
        case "-", "_": .slower
        case "p", "P": .hold
        case "q", "Q": .quit
        case "1"..."9": .answer(Int(scalar.value) - 48)
        default: .other
        }
    }
}
