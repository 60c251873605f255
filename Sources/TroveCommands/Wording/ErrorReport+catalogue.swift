import TroveCodecs
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTerminal

extension ErrorReport {
    /// Whether a text has as many digits as an ISBN, and begins like one.
    static func isNearlyISBN(_ text: String) -> Bool {
        let digits = text.filter { $0 != "-" && $0 != " " }
        guard digits.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }) else {
            return false
        }
        return digits.count == 10
            || digits.count == 13 && digits.hasPrefix("97") && !digits.hasPrefix("9790")
    }

    /// Words the failures of online catalogues and of the read list.
    static func message(for problem: CatalogueProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .lookup(let failure, let hasContact): return message(for: failure, hasContact)
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
        case .areSame(let first, let second, let field?):
            return (
                "\(first) and \(second) cannot both have this \(field)",
                "take them one after the other"
            )
        case .areSame(let first, let second, nil):
            return (
                "\(first) and \(second) have the same title and author, or the same ISBN",
                "leave one out, or add --yes to add both"
            )
        case .isOnReadList(let item, let kind, let reading):
            let date = Message.date(of: item, kind).map { ": read \($0)" } ?? ", without a date"
            return (
                "\"\(item.title)\" is already on the read list\(date)",
                "`read \(reading) --again` adds another reading; `unread \(item.number)` takes this one off"
            )
        case .isRecord(let item):
            return (
                "\"\(item.title)\" is only on the read list, whose entries cannot be named by title",
                "use its number, \(item.number)"
            )
        case .isNotFinished(let item, let state):
            return (
                "\"\(item.title)\" is \(state): it was neither finished nor set aside",
                "`advance \(item.number)` moves it forward"
            )
        case .isNotOnReadList(let title):
            return ("\"\(title)\" is not on the read list", "`reads` shows the list")
        case .noKind: return ("no kind can hold this", nil)
        case .noISBN(let text):
            return (
                "\(text.prefix(60)) is not an ISBN\(isNearlyISBN(text) ? ": its check digit is wrong" : "")",
                "an ISBN has 10 or 13 digits, and the last is a check digit; check each against the book"
            )
        case .unknownISBN(let isbn, let source):
            return (
                "\(Message.name(of: source)) has no book with the ISBN \(isbn.hyphenated)",
                "`add book \"TITLE\" isbn:\(isbn.hyphenated) state:to-read` adds it by hand"
            )
        }
    }

    static func message(for problem: ScanProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .codesLeft(let codes, let unread):
            let shown = codes.prefix(12).joined(separator: " ")
            let added: TerminalText =
                codes.count == 1
                ? "1 code was not added"
                : "\(TerminalText(grouped: codes.count)) codes were not added"
            let read: TerminalText =
                unread == 1 ? "1 line or file has no ISBN" : "\(unread) lines or files have no ISBN"
            return (
                unread == 0 ? added : codes.isEmpty ? read : "\(added), and \(read)",
                codes.isEmpty
                    ? nil
                    : "`isbn NUMBER` retries a code: \(shown)\(codes.count > 12 ? " …" : "")"
            )
        case .isEmptyFolder(let path):
            return ("\(path) has no files", "name a folder with pictures of barcodes")
        case .noCodes(let path): return ("\(path): no ISBN found", nil)
        case .barcode(let path, let failure): return message(for: failure, path)
        case .isCode(let code):
            return ("there is no file \(code)", "`isbn \(code)` adds the book with this ISBN")
        case .noCode(let text):
            return (
                "\(text.prefix(60)) is not an ISBN",
                "an empty line ends `scan`; then type commands again"
            )
        }
    }

    private static func message(
        for failure: LookupFailure, _ hasContact: Bool
    ) -> (TerminalText, TerminalText?) {
        switch failure {
        case .noConnection(let source, let reason):
            return (
                "cannot connect to \(name(source)) (\(description(of: reason)))",
                "try again when you are online; the library itself works offline"
            )
        case .invalidResponse(let source, let defect):
            return (
                "\(name(source)) sent an invalid response (\(description(of: defect)))",
                "try again later"
            )
        case .wrongRequest(let source, let status, let text):
            return (
                "\(name(source)) rejected the request (\(description(of: status, text)))",
                "use other search words, or more of them"
            )
        case .notAllowed(let source, let status, _)
        where !hasContact && service(source)?.wantsContact == true:
            return (
                "\(name(source)) rejects requests without a contact (\(status))",
                "set TROVE_CONTACT to your email, or type `settings contact you@example.org`"
            )
        case .notAllowed(let source, let status, let text):
            return (
                "\(name(source)) denied access (\(description(of: status, text)))",
                keyAdvice(source) ?? "try again later"
            )
        case .tooMany(let source):
            return ("\(name(source)) received too many requests", "try again in a few minutes")
        case .unavailable(let source, let status):
            return ("\(name(source)) is unavailable (status \(status))", "try again later")
        case .needsKey(let source):
            return ("\(name(source)) requires an API key", keyAdvice(source))
        case .unfit(.pictureServer, .badAddress):
            return (
                "the address of the picture cannot be used",
                "it must start with http:// or https://, and cannot contain a user name or password"
            )
        case .unfit(let source, let obstacle):
            return (
                "\(name(source)) cannot search for this: \(description(of: obstacle))",
                obstacle == .titlesOnly ? "leave out by:" : "use other search words"
            )
        }
    }

    /// Returns the problem with a response of a service.
    private static func description(of defect: LookupFailure.Defect) -> TerminalText {
        switch defect {
        case .tooLarge: "the response is too large"
        case .http(let words): TerminalText(words)
        case .status(let status): "status \(status)"
        case .tooManyRedirections(let limit): "more than \(limit) redirects"
        case .redirectionToNowhere: "a redirect without a valid address"
        case .insecureRedirection: "a redirect from https:// to http://"
        case .redirectionWithKey: "a redirect that would send the key to another server"
        case .notPicture: "not a picture"
        case .empty: "an empty response"
        case .webPage: "a web page instead of JSON"
        case .script: "JavaScript instead of JSON"
        case .notJSON: "not JSON"
        case .brokenJSON(let offset): "invalid JSON at byte \(offset)"
        case .noResults: "a response without a list of results"
        case .otherBook: "a response about another book"
        }
    }

    /// Returns why a service cannot be asked.
    private static func description(of obstacle: LookupFailure.Obstacle) -> TerminalText {
        switch obstacle {
        case .noService: "no catalogue service has such items"
        case .badAddress: "its address does not start with http:// or https://"
        case .notKey: "the key does not belong to this service"
        case .noText: "the text is empty"
        case .textTooLong: "the text is too long"
        case .noPage(let page): "there is no page \(page)"
        case .titlesOnly: "films can only be found by title"
        case .notPublic: "its address is on this machine or in a private network"
        }
    }

    private static func service(_ source: LookupSource) -> (any CatalogueService)? {
        if case .service(let name) = source { CatalogueServices.service(named: name) } else { nil }
    }

    private static func name(_ source: LookupSource) -> TerminalText { Message.name(of: source) }

    private static func keyAdvice(_ source: LookupSource) -> TerminalText? {
        service(source)?.keyAdvice.map { TerminalText($0) }
    }

    private static func message(for failure: BarcodeFailure, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .isNotInstalled:
            (
                "reading a barcode needs the program zbarimg, which is not installed",
                "`sudo apt install zbar-tools` installs it; `isbn NUMBER` takes the number below the bars"
            )
        case .isMissing: ("\(path): no such file", "check the path")
        case .isFolder: ("\(path) is a folder", "name a file in it")
        case .notAPicture: ("\(path) cannot be read as a picture", nil)
        case .noBarcode:
            (
                "\(path): no barcode found",
                "take the picture again, closer and straight; or type `isbn NUMBER`"
            )
        case .notISBN(let type, let data):
            (
                "\(path): the barcode is not an ISBN, but \(type) \(data.prefix(40))",
                "the barcode of a book begins with 978 or 979"
            )
        case .isInterrupted: ("interrupted", nil)
        }
    }

    /// Returns a status, with the message of the service if there is one.
    private static func description(of status: Int, _ text: String?) -> TerminalText {
        text.map { "\(status): \($0)" } ?? TerminalText(status)
    }

    private static func description(of failure: HTTPFailure) -> TerminalText {
        switch failure {
        case .cannotResolve(let host): "cannot resolve \(host)"
        case .refused: "connection refused"
        case .unreachable: "network unreachable"
        case .timedOut: "timed out"
        case .cutOff: "the connection was cut off"
        case .notSecure: "the connection is not secure"
        case .tooLarge: "the response is too large"
        case .notPublic: "the host is not public"
        case .invalidRequest(let words): TerminalText(words)
        case .invalidReply: "the response is not HTTP"
        case .cancelled: "canceled"
        case .unavailable(let reason): Message.description(of: reason)
        case .other(let words): TerminalText(words)
        }
    }
}
