import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveTesting

/// A context for commands: a library in memory, no network, and optionally a user.
final class FakeContext: CommandContext {
    let library: Library
    let session = Session()
    let surroundings = Surroundings(random: SeededRandom(seed: 5)) {
        ["USER": "ann", "TROVE_NOW": "2026-11-20T12:00"][$0]
    }
    var user: (any TerminalUser)?
    var width: Int?
    var pictureScreen: PictureScreen?
    var isInterrupted = false
    let isRehearsal = false
    var sync: SyncSession?
    let lookups = LookupSession(network: .off)
    var network = SimulatedNetwork.Mode.off
    /// The replies that commands sent before they ended.
    private(set) var said: [Reply] = []

    /// Creates a context with a library in a file.
    init(at path: String) throws {
        library = try Library(.file(path), kinds: .standard)
    }

    init(_ lines: String...) throws {
        library = try Library(.memory, kinds: .standard)
        for line in lines { try run(line) }
    }

    func openSync(isTrial: Bool) {}

    func commit() throws -> Bool {
        try library.commit()
        return true
    }

    func say(_ reply: Reply) { said.append(reply) }

    /// Runs a line like a shell, without any output.
    @discardableResult
    func run(_ line: String) throws -> Reply {
        guard case .command(let command) = try CommandTable.parse(line, in: languageContext) else {
            throw Spelling.NoCommand()
        }
        return try command.run(in: self)
    }

    /// Returns the fields of an item that have a value, by name.
    func fields(_ number: ItemNumber) throws -> [String: String] {
        guard let item = try library.item(numbered: number) else { return [:] }
        let kind = kinds[item.kind]
        return Dictionary(
            uniqueKeysWithValues: item.values.enumerated().compactMap { index, value in
                value.map { (kind.fields[index].name, $0.description) }
            })
    }
}
