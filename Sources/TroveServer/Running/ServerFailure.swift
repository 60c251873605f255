/// Why a server cannot serve. An `Int32` is an `errno`.
package enum ServerFailure: Error, Sendable, Hashable {
    /// The host is unknown.
    case unknownHost(String)
    /// Other machines could connect to the address without TLS, and the options do not allow it.
    case isOpenToOthers(ListenAddress)
    /// The address cannot be listened on.
    case cannotListen(ListenAddress, Int32)
    /// A file cannot be read.
    case cannotRead(String, Int32)
    /// A file or folder cannot be created.
    case cannotMake(String, Int32)
    /// The target file already exists.
    case isThere(String)
    /// Another program is making the target file.
    case isBeingMade(String)
    /// An export that was interrupted has left a folder.
    case isLeft(String)
    /// The store has no account with the email.
    case noAccount(String)
    /// The store is not that of a class.
    case isNotClass(String)
    /// The file that keeps the code of a class has none.
    case noClassCode(String)
    /// The command works on a file, and the store is a database.
    case needsFile(command: String)
    /// A server is using the store.
    case isInUse(String)
    /// The database has accounts already.
    case hasAccounts(String)
    /// The file contains no valid certificate.
    case noCertificate(String)
    /// The file contains no private key, or one with a password.
    case noKey(String)
    /// Other users of the machine can read the private key.
    case keyIsOpen(String)
    /// The key does not match the certificate.
    case otherKey(certificate: String, key: String)
    /// libmicrohttpd does not start.
    case noDaemon
    /// There is not enough memory to hash a password.
    case noMemory
    /// The system allows too few open files to serve anyone: how many.
    case tooFewFiles(Int)
    /// The system cannot create another thread.
    case noThread

    /// The exit status of the program: 2 for a wrong command line, 4 if the store cannot be used
    /// now, else 1.
    var status: ServerExitStatus {
        switch self {
        case .isOpenToOthers, .needsFile: .usage
        case .isInUse: .store
        default: .failure
        }
    }
}
