import TroveHTTP
import TroveLookup
import TroveModel
import TroveTerminal

extension ErrorReport {
    /// The words for what has to do with online catalogues and the read list.
    static func words(for problem: CatalogueProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .lookup(let failure, let hasContact): return words(for: failure, hasContact)
        case .badAddress(let bad):
            return (
                "\(bad.variable) is not the address of a service: \"\(bad.value)\"",
                "set it to an address that begins with https:// or http://, or unset it; settings \(bad.setting) ADDRESS changes it for this session"
            )
        case .noSearch: return ("there was no search yet", "search TEXT looks for books")
        case .noSuchResult(let number, let count):
            return (
                "there is no result r\(number)",
                count == 0
                    ? "the last search found nothing" : "the last search found r1 to r\(count)"
            )
        case .isResult(let number):
            return (
                "r\(number) is a result of a search, not a thing of the library",
                "take r\(number) adds it"
            )
        case .isOnReadList(let item):
            return (
                "\"\(item.title)\" is on the read list already",
                "unread \(item.number) takes it off"
            )
        case .isNotOnReadList(let title):
            return ("\"\(title)\" is not on the read list", "reads shows what is")
        case .noKind: return ("there is no kind of thing that could be added so", nil)
        case .noISBN(let text):
            return (
                "\(text.prefix(60)) is not an ISBN",
                "it has ten or thirteen digits, of which the last checks the others"
            )
        case .unknownISBN(let isbn, let service):
            return (
                "\(service.name) does not know \(isbn)",
                "add book \"TITLE\" isbn:\(isbn) enters it by hand"
            )
        case .codesLeft(let codes):
            let shown = codes.prefix(12).joined(separator: " ")
            return (
                "\(codes.count == 1 ? "1 code was" : "\(codes.count) codes were") not added",
                "isbn tries one again: \(shown)\(codes.count > 12 ? " …" : "")"
            )
        case .noCodes(let path): return ("\(path): no book code was found", nil)
        case .barcode(let path, let failure): return words(for: failure, path)
        case .noCode(let text):
            return (
                "\(text.prefix(60)) is not an ISBN", "an empty line ends scan, and commands go on"
            )
        }
    }

    private static func words(
        for failure: LookupFailure, _ hasContact: Bool
    ) -> (TerminalText, TerminalText?) {
        switch failure {
        case .noConnection(let service, let reason):
            return (
                "there is no connection to \(service.name) (\(words(for: reason)))",
                "try again when the network is there; what you have works without it"
            )
        case .nonsense(let service, let what):
            return (
                "\(service.name) sent something that makes no sense (\(what))",
                "it is not your fault; try again later"
            )
        case .wrongRequest(let service, let status, let text):
            return (
                "\(service.name) did not understand the question (\(words(status, text)))",
                "use other words, or more of them"
            )
        case .notAllowed(.openLibrary, let status, _) where !hasContact:
            return (
                "Open Library does not answer those it cannot write to (\(status))",
                "set TROVE_CONTACT to your email, or type settings contact you@example.org"
            )
        case .notAllowed(let service, let status, let text):
            return (
                "\(service.name) did not let us in (\(words(status, text)))",
                keyAdvice(service) ?? "try again later"
            )
        case .tooMany(let service):
            return ("\(service.name) has had too many questions for now", "wait a few minutes")
        case .unavailable(let service, let status):
            return ("\(service.name) is not working just now (\(status))", "try again later")
        case .needsKey(let service):
            return ("\(service.name) wants a key of your own", keyAdvice(service))
        case .unfit(let service, let why):
            return ("\(service.name) cannot look for this: \(why)", "use other words")
        }
    }

    private static func words(for failure: BarcodeFailure, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .isNotInstalled:
            (
                "reading a barcode needs the program zbarimg, which is not installed",
                "apt install zbar-tools brings it; isbn NUMBER takes what stands under the bars"
            )
        case .isMissing: ("\(path): there is no such file", "check the name and the folder")
        case .isFolder: ("\(path) is a folder", "name a file in it")
        case .isNoPicture: ("\(path) cannot be read as a picture", nil)
        case .hasNone:
            (
                "\(path): no barcode was found",
                "take it again, nearer and straight; or type isbn and the number"
            )
        case .isNoBook(let type, let data):
            (
                "\(path): this is no book's code, but \(type) \(data.prefix(40))",
                "a book's begins with 978 or 979"
            )
        case .isInterrupted: ("interrupted", nil)
        }
    }

    /// A status, and what the service says about it.
    private static func words(_ status: Int, _ text: String?) -> TerminalText {
        text.map { "\(status): \($0)" } ?? TerminalText(status)
    }

    private static func keyAdvice(_ service: CatalogueService) -> TerminalText? {
        switch service {
        case .openLibrary, .elsewhere: nil
        case .googleBooks: "set TROVE_GOOGLEBOOKS_KEY to a key from console.cloud.google.com"
        case .tmdb: "set TROVE_TMDB_KEY to a key from themoviedb.org, where your account is"
        }
    }

    private static func words(for failure: HTTPFailure) -> TerminalText {
        switch failure {
        case .cannotResolve(let host): "no address is known for \(host)"
        case .refused: "nobody answers there"
        case .unreachable: "the network is not there"
        case .timedOut: "it took too long"
        case .cutOff: "the connection broke off"
        case .notSecure: "the connection is not secure"
        case .tooLarge: "the answer is too large"
        case .isNoReply: "the answer is no HTTP"
        case .cancelled: "it was given up"
        case .unavailable(let reason): Message.words(reason)
        case .other(let words): TerminalText(words)
        }
    }
}
