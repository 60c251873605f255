/// What was asked for on the command line of the server.
package struct ServerOptions: Sendable, Equatable {
    /// How the log is written.
    package enum LogFormat: String, Sendable, CaseIterable {
        case text, json
    }

    /// What the program does.
    package enum Task: Sendable, Equatable {
        case serve
        /// Makes an invitation and prints it.
        case invite
        /// Copies the store to this file.
        case backUp(String)
        /// Puts the copy in this file in the place of the store.
        case restore(String)
    }

    package var task = Task.serve
    /// Where the server listens.
    package var listen = ListenAddress(host: "127.0.0.1", port: 7373)
    /// The path of the server's file; nil for `server.db` in the data folder.
    package var store: String?
    /// The files of the certificate and its key; nil for no TLS.
    package var tls: TLS?
    /// Who may sign up.
    package var signup = SyncServer.Options.Signup.open
    package var log = LogFormat.text
    /// Whether others than this machine may connect without TLS.
    package var allowsInsecure = false
    /// Whether to say how the program is called, and do nothing else.
    package var wantsHelp = false
    /// Whether to print the version, and do nothing else.
    package var wantsVersion = false

    /// Two files in PEM.
    package struct TLS: Sendable, Equatable {
        package let certificate: String
        package let key: String
    }

    /// Why a command line cannot be used.
    package enum Failure: Error, Sendable, Equatable {
        /// There is no such option, or it is none.
        case unknown(String)
        /// An option whose value is not there.
        case missingValue(String)
        /// The option does not take this; what it takes, empty for one that takes no value.
        case badValue(String, option: String, known: [String])
        /// The first makes sense only with the second.
        case missingOption(String, needs: String)
    }

    /// Reads the arguments behind the program's name.
    package init(_ arguments: [String]) throws(Failure) {
        var certificate: String?
        var key: String?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            var name = argument
            var attached: String?
            if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
                name = String(argument[..<sign])
                attached = String(argument[argument.index(after: sign)...])
            }
            func value() throws(Failure) -> String {
                guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
                    throw .missingValue(name)
                }
                attached = nil
                return value
            }
            switch name {
            case "--listen": listen = try Self.address(value())
            case "--store": store = try Self.path(value())
            case "--tls-cert": certificate = try value()
            case "--tls-key": key = try value()
            case "--signup": signup = try Self.choice(value(), of: name)
            case "--log": log = try Self.choice(value(), of: name)
            case "--allow-insecure": allowsInsecure = true
            case "--invite": task = .invite
            case "backup": task = try .backUp(value())
            case "restore": task = try .restore(value())
            case "--help", "-h": wantsHelp = true
            case "--version": wantsVersion = true
            default: throw .unknown(name)
            }
            if attached != nil { throw .badValue(argument, option: name, known: []) }
        }
        switch (certificate, key) {
        case (let certificate?, let key?): tls = TLS(certificate: certificate, key: key)
        case (nil, nil): tls = nil
        case (_?, nil): throw .missingOption("--tls-cert", needs: "--tls-key")
        case (nil, _?): throw .missingOption("--tls-key", needs: "--tls-cert")
        }
    }

    private static func address(_ text: String) throws(Failure) -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw .badValue(text, option: "--listen", known: ["127.0.0.1:7373", "[::1]:7373"])
        }
        return address
    }

    private static func path(_ text: String) throws(Failure) -> String {
        let scheme = "sqlite:"
        guard text.hasPrefix(scheme), text.utf8.count > scheme.utf8.count else {
            throw .badValue(text, option: "--store", known: ["sqlite:PATH"])
        }
        return String(text.dropFirst(scheme.count))
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ text: String, of option: String
    ) throws(Failure) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: text) else {
            throw .badValue(text, option: option, known: Choice.allCases.map(\.rawValue))
        }
        return choice
    }
}
