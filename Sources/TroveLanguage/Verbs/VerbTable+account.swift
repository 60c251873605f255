extension VerbTable {
    /// The server and the account there.
    static let account: [Verb] = [
        Verb(
            "connect", .sync, ["connect [URL] [--yes]"], "keep this library in step with a server",
            details: """
                Without an address it is the one in TROVE_SERVER. signup or login comes next; then what \
                the library holds goes to the account, and what the account holds comes here. A library \
                that is in an account asks before it connects to another address, where you must log \
                in again.
                """,
            options: ["--yes"], guardsPassword: true,
            examples: [
                .init("connect", "error: connect needs the address of a server"),
                .init(
                    "connect ftp://trove.example.org",
                    "error: a server's address begins with http:// or https://"),
            ]
        ) { (reader) throws(LanguageError) in
            let address = try reader.takeAddress()
            try reader.finish()
            return .connect(address, isConfirmed: reader.has("--yes"))
        },
        Verb(
            "disconnect", .sync, ["disconnect [--yes]"], "make this library a local one again",
            details: """
                Everything stays in it. It asks first when changes still wait for the server, because \
                the account will not get them.
                """,
            options: ["--yes"],
            examples: [
                .init("disconnect", "error: this library is not connected to a server"),
                .init("disconnect --yes", "error: this library is not connected to a server"),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .disconnect(isConfirmed: reader.has("--yes"))
        },
        Verb(
            "signup", .sync, ["signup EMAIL name:NAME [file:PASSWORD-FILE] [--yes]"],
            "make an account on the server",
            details: """
                The password is asked for; in a script it comes from TROVE_PASSWORD or a file. A name \
                of several words needs quotes: name:"Ann Lee". Where the server asks for an invitation, \
                its code comes from TROVE_INVITATION. A library that was in another account asks first.
                """,
            parameters: [.named("name"), .fileNamed("file", from: 2)], options: ["--yes"],
            guardsPassword: true,
            examples: [
                .init(
                    "signup ann@example.org name:Ann",
                    "error: this library is not connected to a server"),
                .init(
                    #"signup ann@example.org name:"Ann Lee" file:password.txt"#,
                    "error: this library is not connected to a server"),
            ]
        ) { (reader) throws(LanguageError) in
            let arguments = try reader.takeAccountArguments(words: 1, named: ["name", "file"])
            let email = try reader.email(in: arguments)
            guard let name = arguments.values["name"] else { throw reader.missing(.name) }
            return .signUp(
                email: email, name: name, passwordFile: arguments.values["file"],
                isConfirmed: reader.has("--yes"))
        },
        Verb(
            "login", .sync, ["login EMAIL [file:PASSWORD-FILE] [--yes]"],
            "use your account on this device",
            details: """
                The password is asked for; in a script it comes from TROVE_PASSWORD or a file. A library \
                that was in another account asks before its items go into this one.
                """,
            parameters: [.fileNamed("file", from: 2)], options: ["--yes"], guardsPassword: true,
            examples: [
                .init(
                    "login ann@example.org", "error: this library is not connected to a server"),
                .init(
                    "login ann@example.org file:password.txt",
                    "error: this library is not connected to a server"),
            ]
        ) { (reader) throws(LanguageError) in
            let arguments = try reader.takeAccountArguments(words: 1, named: ["file"])
            return .logIn(
                email: try reader.email(in: arguments), passwordFile: arguments.values["file"],
                isConfirmed: reader.has("--yes"))
        },
        Verb(
            "logout", .sync, ["logout"], "end this device's use of your account",
            details: "Everything stays here; changes wait until the next login.",
            examples: [
                .init("whoami", "Nobody is logged in: this library is local."),
                .init("logout", "error: this library is not connected to a server"),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .logOut
        },
        Verb(
            "whoami", .sync, ["whoami"], "say whose account this is",
            examples: [
                .init("whoami", "Nobody is logged in: this library is local."),
                .init("whoami", "Nobody is logged in: this library is local."),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .whoAmI
        },
        Verb(
            "devices", .sync, ["devices", "devices forget NUMBER|NAME [--yes]"],
            "show where your account is in use, and end that",
            details:
                "A device that is forgotten keeps its copy, and must log in to change the account.",
            parameters: [.words(["forget"])], options: ["--yes"],
            examples: [
                .init("devices", "error: this library is not connected to a server"),
                .init(
                    "devices forget 2 --yes", "error: this library is not connected to a server"),
            ]
        ) { (reader) throws(LanguageError) in
            guard !reader.isAtEnd else { return .devices(.list) }
            _ = try reader.takeWord(among: ["forget"], missing: .command)
            return .devices(
                .forget(try reader.takeDevice(), isConfirmed: reader.has("--yes")))
        },
        Verb(
            "password", .sync, ["password [file:OLD-PASSWORD-FILE] [new-file:NEW-PASSWORD-FILE]"],
            "change your password",
            details: """
                Both passwords are asked for; in a script the old one comes from TROVE_PASSWORD or a \
                file, the new one from a file. All other devices must log in again.
                """,
            parameters: [.fileNamed("file", from: 1), .fileNamed("new-file", from: 1)],
            guardsPassword: true,
            examples: [
                .init("password", "error: this library is not connected to a server"),
                .init(
                    "password file:old.txt new-file:new.txt",
                    "error: this library is not connected to a server"),
            ]
        ) { (reader) throws(LanguageError) in
            let arguments = try reader.takeAccountArguments(words: 0, named: ["file", "new-file"])
            return .changePassword(
                old: arguments.values["file"], new: arguments.values["new-file"])
        },
    ]
}
