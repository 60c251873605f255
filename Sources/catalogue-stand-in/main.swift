import Glibc
import TroveStandIn

// Answers like the online catalogues, for use without a network, until it is stopped:
// catalogue-stand-in [--port N]. It prints shell commands that set the environment.

/// Writes a line and flushes it.
func say(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
    let bytes = Array("\(line)\n".utf8)
    // The bytes live until the call returns.
    _ = unsafe write(descriptor, bytes, bytes.count)
}

let arguments = CommandLine.arguments.dropFirst()
var port: UInt16? = 0
if !arguments.isEmpty {
    port = arguments.count == 2 && arguments.first == "--port" ? UInt16(arguments[2]) : nil
}
guard let port else {
    say("usage: catalogue-stand-in [--port N]", to: STDERR_FILENO)
    exit(2)
}

// Blocked in every thread that is started from here on; this one waits for them.
var signals = sigset_t()
unsafe sigemptyset(&signals)
unsafe sigaddset(&signals, SIGINT)
unsafe sigaddset(&signals, SIGTERM)
unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)

do {
    let standIn = try CatalogueStandIn(port: port)
    for (name, value) in standIn.environment.sorted(by: { $0.key < $1.key }) {
        say("export \(name)=\(value)")
    }
    say("export TROVE_TMDB_KEY=\(CatalogueStandIn.tmdbKey)")
    say("export TROVE_CONTACT=reader@example.org")
    say("# For Google Books: export TROVE_GOOGLEBOOKS_KEY=\(CatalogueStandIn.googleBooksKey)")
    var number: Int32 = 0
    // Both records belong to this thread; the call only reads one and writes the other.
    unsafe sigwait(&signals, &number)
    standIn.stop()
} catch {
    say("catalogue-stand-in: \(error)", to: STDERR_FILENO)
    exit(1)
}
