import Glibc
import TroveSystem
import TroveTesting

// Draws a screen of a recorded terminal as an SVG picture, on standard output: the last one, or the
// last one that shows a text.

/// Ends the program with a message on standard error.
func fail(_ text: String, status: Int32) -> Never {
    Descriptor.write("terminal-picture: \(text)\n", to: STDERR_FILENO)
    exit(status)
}

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, arguments.count == 1 || arguments.count == 3,
    arguments.count == 1 || arguments.dropFirst().first == "--showing"
else { fail("usage: terminal-picture FILE.cast [--showing TEXT]", status: 2) }
do {
    let cast = try CastFile(try WholeFile.read(path, limit: 64 << 20))
    let text = arguments.count == 3 ? arguments.last : nil
    guard let screen = text.map({ cast.lastScreen(showing: $0) }) ?? cast.lastScreen else {
        fail("no screen shows \"\(text ?? "")\"", status: 1)
    }
    Descriptor.write(ScreenPicture(screen, title: cast.title).svg, to: STDOUT_FILENO)
} catch {
    fail("\(path): \(error)", status: 1)
}
