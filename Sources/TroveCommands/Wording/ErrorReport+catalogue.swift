import TroveHTTP
import TroveLookup
import TroveModel
import TroveTerminal

extension ErrorReport {
    /// Words the failures of online catalogues and of the read list.
    static func words(for problem: CatalogueProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .lookup(let failure, let hasContact): return words(for: failure, hasContact)
        case .badAddress(let bad):
            return (
                "\(bad.variable) is not a valid address: \"\(bad.value)\"",
                "set it to an address that begins with https:// or http://, or unset it; `settings \(bad.setting) ADDRESS` changes it for this session"
            )
        case .noSearch: return ("there are no search results yet", "`search TEXT` looks for books")
        case .noSuchResult(let number, let count):
            return (
                "there is no result r\(number)",
                count == 0
                    ? "the last search found nothing" : "the last search found r1 to r\(count)"
            )
        case .isResult(let number):
            return (
                "r\(number) is a search result, not an item of the library",
                "`take r\(number)` adds it"
            )
        case .isOnReadList(let item):
            return (
                "\"\(item.title)\" is already on the read list",
                "`unread \(item.number)` takes it off"
            )
        case .isNotOnReadList(let title):
            return ("\"\(title)\" is not on the read list", "`reads` shows the list")
        case .noKind: return ("no kind can hold this", nil)
        case .noISBN(let text):
            return (
                "\(text.prefix(60)) is not an ISBN",
                "an ISBN has 10 or 13 digits; the last is a check digit"
            )
        case .unknownISBN(let isbn, let service):
            return (
                "\(service.name) has no book with the ISBN \(isbn)",
                "`add book \"TITLE\" isbn:\(isbn)` adds it by hand"
            )
        case .codesLeft(let codes):
            let shown = codes.prefix(12).joined(separator: " ")
            return (
                "\(codes.count == 1 ? "1 code was" : "\(codes.count) codes were") not added",
                "`isbn NUMBER` tries one again: \(shown)\(codes.count > 12 ? " …" : "")"
            )
        case .noCodes(let path): return ("\(path): no ISBN found", nil)
        case .barcode(let path, let failure): return words(for: failure, path)
        case .noCode(let text):
            return (
                "\(text.prefix(60)) is not an ISBN",
                "an empty line ends `scan`; then type commands again"
            )
        }
    }

    private static func words(
        for failure: LookupFailure, _ hasContact: Bool
    ) -> (TerminalText, TerminalText?) {
        switch failure {
        case .noConnection(let service, let reason):
            return (
                "cannot connect to \(service.name) (\(words(for: reason)))",
                "try again when you are online; the library itself works offline"
            )
        case .nonsense(let service, let what):
            return (
                "\(service.name) sent an invalid response (\(what))",
                "try again later"
            )
        case .wrongRequest(let service, let status, let text):
            return (
                "\(service.name) rejected the request (\(words(status, text)))",
                "use other search words, or more of them"
            )
        case .notAllowed(.openLibrary, let status, _) where !hasContact:
            return (
                "Open Library rejects requests without a contact (\(status))",
                "set TROVE_CONTACT to your email, or type `settings contact you@example.org`"
            )
        case .notAllowed(let service, let status, let text):
            return (
                "\(service.name) denied access (\(words(status, text)))",
                keyAdvice(service) ?? "try again later"
            )
        case .tooMany(let service):
            return ("\(service.name) received too many requests", "try again in a few minutes")
        case .unavailable(let service, let status):
            return ("\(service.name) is unavailable (status \(status))", "try again later")
        case .needsKey(let service):
            return ("\(service.name) requires an API key", keyAdvice(service))
        case .unfit(let service, let why):
            return ("\(service.name) cannot search for this: \(why)", "use other search words")
        }
    }

    private static func words(for failure: BarcodeFailure, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .isNotInstalled:
            (
                "reading a barcode needs the program zbarimg, which is not installed",
                "`sudo apt install zbar-tools` installs it; `isbn NUMBER` takes the number below the bars"
            )
        case .isMissing: ("\(path): no such file", "check the name and the folder")
        case .isFolder: ("\(path) is a folder", "name a file in it")
        case .isNoPicture: ("\(path) cannot be read as a picture", nil)
        case .hasNone:
            (
                "\(path): no barcode found",
                "take the picture again, closer and straight; or type `isbn NUMBER`"
            )
        case .isNoBook(let type, let data):
            (
                "\(path): the barcode is not an ISBN, but \(type) \(data.prefix(40))",
                "the barcode of a book begins with 978 or 979"
            )
        case .isInterrupted: ("interrupted", nil)
        }
    }

    /// Returns a status, with the message of the service if there is one.
    private static func words(_ status: Int, _ text: String?) -> TerminalText {
        text.map { "\(status): \($0)" } ?? TerminalText(status)
    }

    private static func keyAdvice(_ service: CatalogueService) -> TerminalText? {
        switch service {
        case .openLibrary, .elsewhere: nil
        case .googleBooks: "set TROVE_GOOGLEBOOKS_KEY to a key from console.cloud.google.com"
        case .tmdb: "set TROVE_TMDB_KEY to a key from your account at themoviedb.org"
        }
    }

    private static func words(for failure: HTTPFailure) -> TerminalText {
        switch failure {
        case .cannotResolve(let host): "cannot resolve \(host)"
        case .refused: "connection refused"
        case .unreachable: "network unreachable"
        case .timedOut: "timed out"
        case .cutOff: "the connection was cut off"
        case .notSecure: "the connection is not secure"
        case .tooLarge: "the response is too large"
        case .invalidReply: "the response is not HTTP"
        case .cancelled: "canceled"
        case .other(let words): TerminalText(words)
        }
    }
}
