import Glibc
import TroveModel
import TroveOptions
import TroveSystem

/// The messages of `trove-server` to its operator.
enum ServerText {
    static let name = "trove-server"

    static let help = """
        trove-server — the sync server for Trove

        trove-server              listen on http://127.0.0.1:7373
        trove-server --invite     print an invitation code for one new account
        trove-server backup FILE  copy the store, with photos, to a new file
        trove-server restore FILE replace the store with a backup; stop the server first.
                                  The old store is kept under another name
        trove-server move postgres://HOST/NAME
                                  copy the store to an empty database on PostgreSQL;
                                  stop the server first
        trove-server reset        remove all accounts of a class, and keep a copy of the
                                  store
        trove-server user list    list the accounts
        trove-server user disable EMAIL
                                  log out an account, and refuse further log-ins
        trove-server user logout EMAIL
                                  log out all devices of an account
        trove-server user enable EMAIL
                                  accept log-ins to an account again, even after too
                                  many wrong passwords
        trove-server user password EMAIL
                                  set and print a new password, and log out all devices
                                  of an account
        trove-server user delete EMAIL
                                  remove an account with all its data; on a terminal it
                                  asks first
        trove-server user export EMAIL FOLDER
                                  copy the data of an account to a new folder
        trove-server stats        print what the store holds
        trove-server check        look for damage in the store
        trove-server migrate      convert a store from an earlier version; starting the
                                  server does the same
        All commands except restore and move can run while the server is running.

        \(ServerOptions.table.help(column: 26))

        Exit status: 0 success, or stopped by SIGTERM or SIGINT; 1 failure; 2 wrong command
        line; 4 the store cannot be used. man trove-server describes the files and the environment.

        """

    typealias Words = (text: String, advice: String?)

    private static let usageHint = "trove-server --help shows the usage"

    static func words(for failure: CommandLineError) -> Words {
        switch failure {
        case .unknown(let option) where option.hasPrefix("-"):
            ("there is no option \(option)", usageHint)
        case .unknown(let word): ("\(word) is neither an option nor a command", usageHint)
        case .notUTF8(let shown): ("the argument \"\(shown)\" is not UTF-8", usageHint)
        case .missingValue("user"):
            (
                "user needs a command",
                "it can be \(either(ServerOptions.UserAction.allCases.map(\.rawValue)))"
            )
        case .missingValue(let option): ("\(option) needs a value", usageHint)
        case .missingOperand(let command, let needed): ("\(command) needs \(needed)", usageHint)
        case .unwantedValue(let option): ("\(option) takes no value", usageHint)
        case .badValue(let value, let option, let known):
            ("\(option) cannot be \(value)", "it can be \(either(known))")
        case .argumentsAreUnknown:
            ("the arguments of the program cannot be read", "mount /proc, and unset LD_PRELOAD")
        case .contradiction(let first, let second):
            ("\(first) and \(second) cannot be used together", "remove one of them")
        case .missingOption(let option, let needed): ("\(option) needs \(needed)", nil)
        }
    }

    static func words(for failure: ServerFailure) -> Words {
        switch failure {
        case .unknownHost(let host):
            ("there is no host \(host)", "name an address of this machine, or localhost")
        case .isOpenToOthers(let address):
            (
                "other machines could connect to \(address), and passwords would be sent "
                    + "unencrypted",
                "add --tls-cert and --tls-key, or --allow-insecure if a proxy in front of the "
                    + "server encrypts connections"
            )
        case .cannotListen(let address, let number):
            (
                "cannot listen on \(address): \(SystemCall.strerror(number))",
                number == EADDRINUSE ? "another server may be running there" : nil
            )
        case .cannotRead(let path, let number):
            ("\(path) cannot be read: \(SystemCall.strerror(number))", nil)
        case .cannotMake(let path, let number):
            ("\(path) cannot be created: \(SystemCall.strerror(number))", nil)
        case .isThere(let path):
            ("\(path) already exists", "choose a path that does not exist yet")
        case .isBeingMade(let path):
            ("another program is creating \(path)", "wait until it finishes")
        case .isLeft(let path):
            ("\(path) was left by an export that was interrupted", "remove it, and export again")
        case .noAccount(let email):
            ("there is no account \(email)", "trove-server user list shows all accounts")
        case .isNotClass(let path):
            (
                "\(path) is not the store of a class, so its accounts are not removed",
                "trove-server --classroom makes it one; --store names another"
            )
        case .noClassCode(let path):
            (
                "\(path) does not contain the code of a class",
                "write the code into it; if you remove the file, the next start makes a new code"
            )
        case .needsFile(let command):
            (
                "\(command) works on a file, not on PostgreSQL",
                "name a file: --store sqlite:PATH"
            )
        case .isInUse(let path):
            (
                "a server is using \(path)",
                path.hasPrefix("postgres")
                    ? "stop it first; connections that PgBouncer keeps open count, too, until it closes them"
                    : "stop it first"
            )
        case .hasAccounts(let name):
            ("\(name) already has accounts", "name an empty database")
        case .noCertificate(let path):
            (
                "\(path) contains no certificate",
                "it must be a PEM file with the server's own certificate first"
            )
        case .noKey(let path):
            ("\(path) contains no private key", "it must be a PEM file without a password")
        case .keyIsOpen(let path):
            ("other users of this machine can read the private key in \(path)", "chmod 600 \(path)")
        case .otherKey(let certificate, let key):
            ("the key in \(key) does not belong to the certificate in \(certificate)", nil)
        case .noDaemon: ("the HTTP library cannot be started", nil)
        case .noMemory: ("there is not enough memory to hash a password", nil)
        case .noThread: ("the system has no threads left", nil)
        case .tooFewFiles(let limit):
            (
                "the system allows only \(limit) open files",
                "raise the limit: ulimit -n 4096, or LimitNOFILE=4096 in the service"
            )
        }
    }

    /// Returns the message for a failure to write standard output.
    static func cannotPrint(_ number: Int32) -> Words {
        ("standard output cannot be written: \(SystemCall.strerror(number))", nil)
    }

    /// Returns the message for a store that cannot be used.
    static func words(for error: StoreError) -> Words {
        switch error {
        case .isMissing(let path): ("there is no store at \(path)", "name it with --store")
        case .noBackup(let path): ("there is no backup at \(path)", nil)
        case .hasLogOfAnother(let path):
            (
                "\(path)-wal does not belong to \(path), which was replaced; "
                    + "nothing was changed",
                "put the copy in place with trove-server restore FILE --store sqlite:\(path); if "
                    + "they do belong together, remove \(path)-guard"
            )
        case .hasOnlyLog(let path):
            (
                "\(path) is missing, but \(path)-wal exists and may contain acknowledged "
                    + "changes; nothing was changed",
                "move \(path) back; if it is lost, move \(path)-wal away"
            )
        case .hasOnlyGuard(let path):
            (
                "\(path) is missing or empty, but \(path)-guard shows that there was a store; nothing was "
                    + "changed",
                "if `trove-server move` moved it to a database, use that address for --store; otherwise "
                    + "move the store back, or restore a backup: trove-server restore FILE --store "
                    + "sqlite:\(path); for a new store, remove \(path)-guard"
            )
        case .isHalfRestored(let path):
            (
                "the restore of \(path) did not finish",
                "run it again: trove-server restore FILE --store sqlite:\(path)"
            )
        case .notAFile(let path): ("\(path) is not a file", "name a file for --store")
        case .hasNoFolder(let path):
            ("the folder of \(path) does not exist", "create it, or name another file for --store")
        case .isReadOnly(let path):
            (
                "\(path) is on a read-only file system",
                "mount the file system for writing, or copy the store to another one"
            )
        case .noPermission(let path):
            (
                "\(path): permission denied",
                path.hasPrefix("postgres")
                    ? "connect as the owner of the database: createdb --owner USER NAME"
                    : "run trove-server as the user who owns the store"
            )
        case .hasOtherEncoding(let name, let encoding):
            (
                "\(name) has the encoding \(encoding), which cannot hold every text",
                "back it up, create it again (createdb --owner USER --encoding UTF8 --template template0 NAME), and "
                    + "restore the backup"
            )
        case .isEmpty(let name):
            ("\(name) is empty", "start trove-server, which creates its tables")
        case .isForeign(let path):
            ("\(path) is not a trove-server store; it was not changed", nil)
        case .isNewer(let path, let version, let known):
            (
                "\(path) was written by a newer trove-server (store format \(version); this version "
                    + "supports up to \(known)); it was not changed",
                "use that version or a newer one"
            )
        case .isOlder(let path):
            (
                "\(path) was written by an earlier trove-server",
                path.hasPrefix("postgres")
                    ? "convert it: run trove-server migrate with the same --store"
                    : "convert it: trove-server migrate --store \(option(for: path))"
            )
        case .hasActiveSchema(let path, let names):
            (
                "\(path) has triggers, views or virtual tables that trove-server does not create: "
                    + names.joined(separator: ", "),
                "find out what created them before you drop them, or use a backup without them"
            )
        case .isDamaged(let path, let detail):
            (
                "\(path) is damaged: \(detail)",
                "restore a backup: trove-server restore FILE --store sqlite:\(path)"
            )
        case .isDamagedBackup(let path, let detail):
            (
                "\(path) is damaged: \(detail)",
                "use another backup; the store was not changed"
            )
        case .isBusy(let path): ("another program is using \(path)", "stop that program first")
        case .lacksRole(let name, let role):
            (
                "the user of \(name) cannot take the role \(role)",
                "an administrator must run: CREATE ROLE \(role); GRANT \(role) TO NAME (with the name of that user)"
            )
        case .diskIsFull(let path): ("there is no space left for \(path)", nil)
        case .cannotOpen(let path, let detail) where detail.contains("42P05"):
            (
                "\(path) cannot be opened: \(detail)",
                "a PgBouncer before 1.21 needs the option --unprepared"
            )
        case .cannotOpen(let path, let detail) where detail.contains("no password supplied"):
            (
                "\(path) cannot be opened: \(detail)",
                "write the password to a file that PGPASSFILE names, or to PGPASSWORD"
            )
        case .cannotOpen(let path, let detail):
            (
                "\(path) cannot be opened: \(detail)",
                path.hasPrefix("postgres") ? advice(forDatabaseThatSays: detail) : nil
            )
        }
    }

    /// Returns what to do when a database cannot be opened, by the message of libpq or PostgreSQL.
    private static func advice(forDatabaseThatSays detail: String) -> String {
        let known = [
            (
                "password authentication failed",
                "check the password in the file that PGPASSFILE names, or in PGPASSWORD"
            ),
            (
                "Peer authentication failed",
                "name a host in --store: through its socket, PostgreSQL lets only the system user in"
            ),
            (
                "connection slots",
                "start the server with fewer --connections, or raise max_connections of PostgreSQL"
            ),
            ("too many clients", "raise max_connections of PostgreSQL"),
            (
                "too many connections for role",
                "start the server with fewer --connections, or raise the limit of the role"
            ),
            (
                "server does not support SSL",
                "enable SSL in PostgreSQL, or change sslmode in the address"
            ),
            (
                "session is read-only",
                "name the primary, or turn off default_transaction_read_only in the database"
            ),
        ]
        if let found = known.first(where: { detail.contains($0.0) }) { return found.1 }
        // database "trove" does not exist
        if detail.contains("database \""), detail.contains("does not exist") {
            return "create it with: createdb --owner USER --encoding UTF8 --template template0 NAME"
        }
        return "check the address, its user, and that PostgreSQL is running there"
    }

    /// Returns a path or an address as a value of --store.
    private static func option(for name: String) -> String {
        name.hasPrefix("postgres") ? name : "sqlite:\(name)"
    }

    /// Returns a text for the operator's terminal: emails, names and paths in it may come from
    /// anyone, so characters that control a terminal or are invisible are shown as `\u{202E}`.
    static func visible(_ text: String) -> String {
        let signs = Array(text.unicodeScalars)
        return signs.indices.reduce(into: "") { shown, index in
            let sign = signs[index]
            if sign == "\n" || sign == "\t" || AccountRules.isVisible(signs, at: index) {
                shown.unicodeScalars.append(sign)
            } else {
                shown += "\\u{" + String(sign.value, radix: 16, uppercase: true) + "}"
            }
        }
    }

    /// Joins names: `a`, `a or b`, `a, b or c`.
    private static func either(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
