import TroveHTTP
import TroveLookup
import TroveModel
import TroveTerminal

extension ErrorReport {
    /// Returns the text and the advice for a problem with a catalogue service or the read list.
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
        case .unknownISBN(let isbn, let source):
            return (
                "\(Message.name(of: source)) does not know \(isbn)",
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
        case .noConnection(let source, let reason):
            return (
                "there is no connection to \(name(source)) (\(words(for: reason)))",
                "try again when the network is there; what you have works without it"
            )
        case .invalidResponse(let source, let defect):
            return (
                "\(name(source)) sent something that makes no sense (\(words(for: defect)))",
                "it is not your fault; try again later"
            )
        case .wrongRequest(let source, let status, let text):
            return (
                "\(name(source)) did not understand the question (\(words(status, text)))",
                "use other words, or more of them"
            )
        case .notAllowed(let source, let status, _)
        where !hasContact && service(source)?.wantsContact == true:
            return (
                "\(name(source)) does not answer those it cannot write to (\(status))",
                "set TROVE_CONTACT to your email, or type settings contact you@example.org"
            )
        case .notAllowed(let source, let status, let text):
            return (
                "\(name(source)) did not let us in (\(words(status, text)))",
                keyAdvice(source) ?? "try again later"
            )
        case .tooMany(let source):
            return ("\(name(source)) has had too many questions for now", "wait a few minutes")
        case .unavailable(let source, let status):
            return ("\(name(source)) is not working just now (\(status))", "try again later")
        case .needsKey(let source):
            return ("\(name(source)) wants a key of your own", keyAdvice(source))
        case .unfit(let source, let obstacle):
            return (
                "\(name(source)) cannot look for this: \(words(for: obstacle))", "use other words"
            )
        }
    }

    /// Returns what is wrong with a reply of a service.
    private static func words(for defect: LookupFailure.Defect) -> TerminalText {
        switch defect {
        case .tooLarge: "an answer that is far too large"
        case .http(let words): TerminalText(words)
        case .status(let status): "status \(status)"
        case .tooManyRedirections(let limit): "more than \(limit) redirections"
        case .redirectionToNowhere: "a redirection that leads nowhere"
        case .insecureRedirection: "a redirection from https:// to http://"
        case .redirectionWithKey: "a redirection that takes the key elsewhere"
        case .notPicture: "no picture"
        case .empty: "an empty answer"
        case .webPage: "a web page instead of JSON"
        case .script: "JavaScript instead of JSON"
        case .notJSON: "no JSON"
        case .brokenJSON(let offset): "broken JSON, from byte \(offset) on"
        case .noResults: "an answer without results or the lack of them"
        case .otherBook: "an answer about another book"
        }
    }

    /// Returns why a service cannot be asked something.
    private static func words(for obstacle: LookupFailure.Obstacle) -> TerminalText {
        switch obstacle {
        case .noService: "no catalogue knows such things"
        case .badAddress: "its address is no http:// or https://"
        case .notKey: "this is no key of the catalogue"
        case .noText: "there is no text"
        case .textTooLong: "the text is too long"
        case .noPage(let page): "there is no page \(page)"
        case .titlesOnly: "films are found by their titles only"
        }
    }

    private static func service(_ source: LookupSource) -> (any CatalogueService)? {
        if case .service(let name) = source { CatalogueServices.service(named: name) } else { nil }
    }

    private static func name(_ source: LookupSource) -> TerminalText { Message.name(of: source) }

    private static func keyAdvice(_ source: LookupSource) -> TerminalText? {
        service(source)?.keyAdvice.map { TerminalText($0) }
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

    /// Returns a status with the message of the service.
    private static func words(_ status: Int, _ text: String?) -> TerminalText {
        text.map { "\(status): \($0)" } ?? TerminalText(status)
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
