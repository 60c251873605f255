import Glibc
import TroveOptions

/// What `trove-server` says to the person who starts it.
enum ServerText {
    static let name = "trove-server"
    static let version = "0.1.0"

    static let help = """
        trove-server — the sync server for Trove

        trove-server              listen on http://127.0.0.1:7373
        trove-server --invite     print an invitation code for one new account
        trove-server backup FILE  copy the store, with photos, to a new file; the server
                                  may be running
        trove-server restore FILE replace the store with a backup; stop the server first.
                                  The old store is kept under another name

        \(ServerOptions.table.help(column: 26))

        Exit status: 0 ended by SIGTERM or SIGINT, 1 cannot serve, 2 wrong use, 4 the store
        cannot be used. man trove-server describes the files and the environment.

        """

    typealias Words = (text: String, advice: String?)

    private static let usageHint = "trove-server --help shows how to call it"

    /// The words for a command line that cannot be used.
    static func words(for failure: CommandLineError) -> Words {
        switch failure {
        case .unknown(let option) where option.hasPrefix("-"):
            ("there is no option \(option)", usageHint)
        case .unknown(let word): ("\(word) is no option", usageHint)
        case .missingValue(let option): ("\(option) needs a value", usageHint)
        case .badValue(let value, let option, let known):
            (
                "\(option) cannot be \(value)",
                known.isEmpty ? "it takes no value" : "it can be \(either(known))"
            )
        case .contradiction(let first, let second):
            ("\(first) and \(second) contradict each other", "leave one of them out")
        case .missingOption(let option, let needed): ("\(option) needs \(needed)", nil)
        }
    }

    /// The words for what is in the way of serving.
    static func words(for failure: ServerFailure) -> Words {
        switch failure {
        case .unknownHost(let host):
            ("there is no host \(host)", "name an address of this machine, or localhost")
        case .isOpenToOthers(let address):
            (
                "other machines could connect to \(address), and passwords would go over the line "
                    + "in the clear",
                "give --tls-cert and --tls-key, or say --allow-insecure if something in front of "
                    + "the server sees to that"
            )
        case .cannotListen(let address, let number):
            (
                "it cannot listen on \(address): \(system(number))",
                number == EADDRINUSE ? "another server may be running there" : nil
            )
        case .cannotRead(let path, let number): ("\(path) cannot be read: \(system(number))", nil)
        case .cannotMake(let path, let number): ("\(path) cannot be made: \(system(number))", nil)
        case .isThere(let path):
            ("there is a file \(path) already", "name a file that is not there yet")
        case .noCertificate(let path):
            ("\(path) holds no certificate", "it has to be a file in PEM, the server's own first")
        case .noKey(let path):
            ("\(path) holds no private key", "it has to be a file in PEM, without a password")
        case .keyIsOpen(let path):
            ("every user of this machine can read the private key in \(path)", "chmod 600 \(path)")
        case .otherKey(let certificate, let key):
            ("the key in \(key) is not the one of the certificate in \(certificate)", nil)
        case .noDaemon: ("the HTTP library does not start", nil)
        case .noThread: ("the system has no threads left", nil)
        }
    }

    /// The words for a store that cannot be used.
    static func words(for error: StoreError) -> Words {
        switch error {
        case .isMissing(let path): ("there is no store at \(path)", "name it with --store")
        case .hasLogOfAnother(let path):
            (
                "\(path)-wal does not belong to \(path), which was replaced after a crash; "
                    + "nothing was changed",
                "put the copy in place with trove-server restore FILE --store sqlite:\(path); if "
                    + "they do belong together, remove \(path)-guard"
            )
        case .isHalfRestored(let path):
            (
                "the restore of \(path) was not finished",
                "run it again: trove-server restore FILE --store sqlite:\(path)"
            )
        case .isNoFile(let path): ("\(path) is not a file", "name a file for --store")
        case .hasNoFolder(let path):
            ("the folder of \(path) does not exist", "make it, or name another file for --store")
        case .noPermission(let path):
            ("\(path) cannot be written: the system does not permit it", nil)
        case .isForeign(let path):
            ("\(path) is not the file of a trove-server; it was left as it is", nil)
        case .isNewer(let path, let version, let known):
            (
                "\(path) was written by a newer trove-server (its version \(version), this one "
                    + "knows \(known)); it was left as it is", "use that server"
            )
        case .hasActiveSchema(let path, let names):
            (
                "\(path) has triggers, views or virtual tables that no trove-server makes: "
                    + names.joined(separator: ", "),
                "find out who made them before you drop them, or restore a backup: "
                    + "trove-server restore FILE --store sqlite:\(path)"
            )
        case .isDamaged(let path, let detail):
            (
                "\(path) is damaged: \(detail)",
                "restore a backup: trove-server restore FILE --store sqlite:\(path)"
            )
        case .isBusy(let path): ("another program is using \(path)", "end it first")
        case .diskIsFull(let path): ("there is no room for \(path)", nil)
        case .cannotOpen(let path, let detail): ("\(path) cannot be opened: \(detail)", nil)
        }
    }

    /// `a`, `a or b`, `a, b or c`
    private static func either(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The system's own words for an error's number.
    private static func system(_ number: Int32) -> String {
        // The text is the C library's, and stays until the next call; it is copied at once.
        unsafe String(cString: strerror(number))
    }
}
