import Testing
import TroveCommands
import TroveLanguage
import TroveTesting

/// Every error of the language, with its position.
@Suite struct LanguageErrorTests {
    typealias Row = Case<String, LanguageError.Problem>

    private static let actions = ["save", "restore", "delete", "list"]

    private static func row(_ input: String, _ problem: LanguageError.Problem) -> Row {
        Row(input, input, problem)
    }

    static let verbs: [Row] = [
        row("‹lst›", .unknownVerb("lst", nearest: ["list"])),
        row("  ‹ls› books", .unknownVerb("ls", nearest: ["list"])),
        row("‹rm› 3", .unknownVerb("rm", nearest: ["delete"])),
        row(#"‹"list"›"#, .unknownVerb("list", nearest: ["list"])),
        row("‹xyzzy›", .unknownVerb("xyzzy", nearest: [])),
        row("‹add:x›", .unknownVerb("add:x", nearest: ["add"])),
        row("‹(›list)", .unknownVerb("(", nearest: [])),
        row("‹三体›", .unknownVerb("三体", nearest: [])),
    ]

    static let missing: [Row] = [
        row("add‹›", .missing(.title, verb: "add")),
        row("add gem‹›", .missing(.title, verb: "add")),
        row("add genre:x‹›", .missing(.title, verb: "add")),
        row("set‹›", .missing(.reference, verb: "set")),
        row("set 1‹›", .missing(.fields, verb: "set")),
        row("set genre:x‹›", .missing(.reference, verb: "set")),
        row("edit‹›", .missing(.reference, verb: "edit")),
        row("delete‹›", .missing(.reference, verb: "delete")),
        row("delete --yes‹›", .missing(.reference, verb: "delete")),
        row("advance‹›", .missing(.reference, verb: "advance")),
        row("advance to:finished‹›", .missing(.reference, verb: "advance")),
        row("page‹›", .missing(.reference, verb: "page")),
        row("page 3‹›", .missing(.page, verb: "page")),
        row("rate‹›", .missing(.reference, verb: "rate")),
        row("rate 3‹›", .missing(.rating, verb: "rate")),
        row("note‹›", .missing(.reference, verb: "note")),
        row("note 3‹›", .missing(.text, verb: "note")),
        row("filter‹›", .missing(.condition, verb: "filter")),
        row("find‹›", .missing(.text, verb: "find")),
        row("show‹›", .missing(.reference, verb: "show")),
        row("use‹›", .missing(.kind, verb: "use")),
        row("snapshot‹›", .missing(.command, verb: "snapshot")),
        row("snapshot save‹›", .missing(.name, verb: "snapshot save")),
        row("snapshot restore --yes‹›", .missing(.name, verb: "snapshot restore")),
        row("source‹›", .missing(.file, verb: "source")),
        row("list sort:‹-›", .missing(.field, verb: "sort:")),
        row("list sort:‹title,,year›", .missing(.field, verb: "sort:")),
        row("count by:‹›", .missing(.field, verb: "by:")),
        row("delete where‹›", .missing(.condition, verb: "delete")),
        row("delete books where‹›", .missing(.condition, verb: "delete")),
        row("delete ‹boks› where pages=3", .unknownKind("boks", nearest: ["books"])),
        row(
            "delete where rating‹==›3",
            .foreignComparison(field: "rating", sign: "==", .equal, value: "3")),
        row("set where ‹(›genre=x genre:y", .openParenthesis),
        row("tag 1‹›", .missing(.tag, verb: "tag")),
        row("list pages >‹›", .missing(.value, verb: "list")),
        row("show‹›   # nothing", .missingBeforeComment(.reference, verb: "show")),
    ]

    static let unexpected: [Row] = [
        row("quit ‹now›", .unexpected("now", verb: "quit")),
        row("undo ‹2›", .unexpected("2", verb: "undo")),
        row("take r1 ‹r2› into:1", .unexpected("r2", verb: "take with into:")),
        row("take r1 into:1 ‹title:Foo›", .unexpected("title:", verb: "take with into:")),
        row("redo ‹2›", .unexpected("2", verb: "redo")),
        row("history ‹x›", .unexpected("x", verb: "history")),
        row("notices ‹x› y", .unexpected("x", verb: "notices")),
        row("snapshot list ‹x›", .unexpected("x", verb: "snapshot list")),
        row("use gem ‹now›", .unexpected("now", verb: "use")),
        row("birthstones july ‹12›", .unexpected("12", verb: "birthstones")),
        row(
            "set 1 genre:x ‹y›", .wordBehindValue("y", field: "genre", value: "x", meant: "\"x y\"")
        ),
        row(#"show "Dune" ‹Messiah›"#, .unexpected("Messiah", verb: "show")),
        row("log 1 ‹2›", .severalItems(verb: "log")),
        row("edit 1 ‹2›", .severalItems(verb: "edit")),
        row("watch ‹soon› list", .noNumber("soon", what: .interval)),
        row("watch ‹0.05› list", .noNumber("0.05", what: .interval)),
        row("watch 5‹›", .missing(.command, verb: "watch")),
        row("timing ‹yes›", .unknownWord("yes", known: ["on", "off"], nearest: [])),
        row("alias x --remove ‹y›", .unexpected("y", verb: "alias")),
    ]

    static let fields: [Row] = [
        row("add ‹Dune›: Messiah", .colonInTitle("Dune", title: "Dune: Messiah", nearest: [])),
        row(
            "add Dune ‹II›: Messiah genre:sci-fi",
            .colonInTitle("II", title: "Dune II: Messiah", nearest: [])),
        row(
            "add Foo ‹gnre›:x", .colonInTitle("gnre", title: "Foo gnre:x", nearest: ["genre"])),
        row("add gem ‹pages›:3", .fieldOfAnotherKind("pages", owner: "book", kind: "gem")),
        row(
            "add Dune ‹pages=300›",
            .comparisonForAssignment(field: "pages", .equal, value: "300")),
        row(
            "set 1 note:x ‹pages>300›",
            .comparisonForAssignment(field: "pages", .greater, value: "300")),
        row(
            "set 1 ‹pages!=300›",
            .comparisonForAssignment(field: "pages", .notEqual, value: "300")),
        row("list ‹genre:sci-fi›", .assignmentForComparison(field: "genre", value: "sci-fi")),
        row(
            "list books ‹order›:rating",
            .unknownField("order", kinds: [], nearest: ["sort:"])),
        row("list ‹srot›:rating", .unknownField("srot", kinds: [], nearest: ["sort:"])),
        row("list ‹ganre›:sci-fi", .unknownField("ganre", kinds: [], nearest: ["genre="])),
        row("count ‹order›:rating", .unknownField("order", kinds: [], nearest: [])),
        row("filter (‹state:›)", .assignmentForComparison(field: "state", value: "")),
        row(
            "add The genre:hard ‹sci-fi›",
            .wordBehindValue("sci-fi", field: "genre", value: "hard", meant: "\"hard sci-fi\"")
        ),
        row("list sort:title ‹sort:author›", .fieldTwice("sort")),
        row("list limit:1 title~x ‹limit:2›", .fieldTwice("limit")),
        row("advance 1 to:a ‹to:b›", .fieldTwice("to")),
    ]

    static let words: [Row] = [
        row("use ‹bok›", .unknownKind("bok", nearest: ["book"])),
        row("use ‹coin›", .unknownKind("coin", nearest: [])),
        row("delete 1 ‹--yess›", .unknownOption("--yess", verb: "delete", nearest: ["--yes"])),
        row("list ‹--all›", .unknownOption("--all", verb: "list", nearest: [])),
        row("page 3 ‹x›", .noNumber("x", what: .page)),
        row("page 3 ‹101%›", .noNumber("101%", what: .page)),
        row("page 3 ‹+-1›", .noNumber("+-1", what: .page)),
        row("page 3 ‹1.5›", .noNumber("1.5", what: .page)),
        row("list limit:‹x›", .noNumber("x", what: .limit)),
        row("list limit:‹-1›", .noNumber("-1", what: .limit)),
        row("list limit:‹1000000001›", .noNumber("1000000001", what: .limit)),
        row("list columns:‹›", .missing(.field, verb: "columns:")),
        row("list limit:‹›", .noNumber("", what: .limit)),
        row("show ‹9-7›", .badRange("9-7")), row("show 1 ‹1-1000002›", .badRange("1-1000002")),
        row("edit ‹1-3›", .severalItems(verb: "edit")),
        row("page ‹1-3› 5", .severalItems(verb: "page")),
        row("snapshot ‹sav› x", .unknownWord("sav", known: actions, nearest: ["save"])),
        row("birthstones ‹jully›", .noMonth("jully")),
        row(#"‹insert› into books values ("x")"#, .sql("insert")),
        row("‹SELECT› title FROM books WHERE pages>300", .sql("select")),
        row("‹update› books set pages=3", .sql("update")),
        row("‹delete› from books where pages=3", .sql("delete")),
        row("‹drop› table books", .sql("drop")),
        row("‹select› books", .unknownVerb("select", nearest: ["list"])),
        row("list books‹;› list movies", .severalCommands(sign: ";")),
        row("list‹;› show 1", .severalCommands(sign: ";")),
        row(#"add book "A"‹;› add book "B""#, .severalCommands(sign: ";")),
        row("set 1 genre:crime‹;› show 1", .severalCommands(sign: ";")),
        row("show 1 ‹;› show 2", .severalCommands(sign: ";")),
        row("advance 1 ‹&&› rate 1 5", .severalCommands(sign: "&&")),
        row("list books ‹|› count", .severalCommands(sign: "|")),
        row("add 'Tis She‹'›s a one", .quoteInWord("'Tis She's a one")),
        row("add 'It‹'›'s'", .quoteInWord("It's")),
        row("set 1 note:'It‹'›'s me' author:'A'", .quoteInWord("It's me")),
        row("add 'O‹'›'Brien''s book'", .quoteInWord("O'Brien's book")),
        row("add 'rock ‹'›'n'' roll'", .quoteInWord("rock 'n' roll")),
        row("add '‹'›''", .quoteInWord("'")),
        row(#"echo "‹\x›""#, .unknownEscape("\\x")),
    ]

    static let conditions: [Row] = [
        row("list ‹or› a=1", .missingCondition(after: "or")),
        row("list a=1 ‹or›", .missingCondition(after: "or")),
        row("list a=1 ‹and›", .missingCondition(after: "and")),
        row("list ‹not›", .missingCondition(after: "not")),
        row("list (a=1 ‹and›)", .missingCondition(after: "and")),
        row("list a=1 ‹and› or b=2", .missingCondition(after: "and")),
        row("list ‹(›a=1", .openParenthesis), row("list (a=1) ‹(›b=2 (c=3)", .openParenthesis),
        row("list a=1‹)›", .closeParenthesis), row("list (a=1)‹)› b=2", .closeParenthesis),
        row("count ‹)›", .closeParenthesis),
    ]

    static let account: [Row] = [
        row("connect ‹\"\"›", .missing(.address, verb: "connect")),
        row("connect a ‹b›", .passwordTyped(verb: "connect", behind: nil)),
        row("connect ‹https://a:x@b.org›", .passwordTyped(verb: "connect", behind: nil)),
        row("signup‹›", .missing(.email, verb: "signup")),
        row("signup name:Ann‹›", .missing(.email, verb: "signup")),
        row("signup ‹Ann› name:Ann", .notAnEmail(verb: "signup")),
        row("signup a@b.org‹›", .missing(.name, verb: "signup")),
        row("signup a@b.org name:‹›", .missing(.name, verb: "name:")),
        row("signup a@b.org name:A ‹name:B›", .fieldTwice("name")),
        row("signup a@b.org ‹x› name:A", .passwordTyped(verb: "signup", behind: nil)),
        row("signup a@b.org name:A ‹x›", .passwordTyped(verb: "signup", behind: "name")),
        row("login‹›", .missing(.email, verb: "login")),
        row("login ‹@b›", .notAnEmail(verb: "login")),
        row("login ‹a@b@c›", .notAnEmail(verb: "login")),
        row(#"login ‹"a @b"›"#, .notAnEmail(verb: "login")),
        row("login ‹x=a@b›", .notAnEmail(verb: "login")),
        row("login ‹(›", .notAnEmail(verb: "login")),
        row("login a@b ‹x›", .passwordTyped(verb: "login", behind: nil)),
        row("login a@b ‹password:x›", .passwordTyped(verb: "login", behind: nil)),
        row("login a@b file:y ‹x›", .passwordTyped(verb: "login", behind: "file")),
        row("login a@b file:‹\"\"›", .missing(.file, verb: "file:")),
        row("login a@b file:x ‹file:y›", .fieldTwice("file")),
        row("login a@b ‹--password=x›", .passwordTyped(verb: "login", behind: nil)),
        row("password ‹x›", .passwordTyped(verb: "password", behind: nil)),
        row("password ‹name:x›", .passwordTyped(verb: "password", behind: nil)),
        row("logout ‹now›", .unexpected("now", verb: "logout")),
        row("whoami ‹x›", .unexpected("x", verb: "whoami")),
        row("disconnect ‹x›", .unexpected("x", verb: "disconnect")),
        row("disconnect ‹--force›", .unknownOption("--force", verb: "disconnect", nearest: [])),
        row("devices forget‹›", .missing(.device, verb: "devices forget")),
        row("devices forget \"\"‹›", .missing(.device, verb: "devices forget")),
        row("devices ‹remove› 2", .unknownWord("remove", known: ["forget"], nearest: [])),
    ]

    static let sync: [Row] = [
        row("status ‹x›", .unexpected("x", verb: "status")),
        row("sync ‹now›", .unexpected("now", verb: "sync")),
        row("conflicts ‹3›", .unexpected("3", verb: "conflicts")),
        row(
            "queue ‹retri› 3",
            .unknownWord("retri", known: ["retry", "drop"], nearest: ["retry"])),
        row("queue retry‹›", .missing(.queueNumber, verb: "queue retry")),
        row("queue drop ‹x›", .noNumber("x", what: .queueNumber)),
        row("queue drop ‹0›", .noNumber("0", what: .queueNumber)),
        row("queue drop ‹+3›", .noNumber("+3", what: .queueNumber)),
        row("queue drop ‹\"all\"›", .noNumber("all", what: .queueNumber)),
        row("queue drop 3 ‹4›", .unexpected("4", verb: "queue drop")),
        row("resolve‹›", .missing(.conflictNumber, verb: "resolve")),
        row("resolve ‹mine›", .noNumber("mine", what: .conflictNumber)),
        row("resolve 3‹›", .missing(.side, verb: "resolve")),
        row(
            "resolve 3 ‹their›",
            .unknownWord(
                "their", known: ["mine", "theirs", "kept", "lost", "both"],
                nearest: ["theirs"])),
        row("resolve 3 mine ‹x›", .unexpected("x", verb: "resolve")),
        row("policy ‹bok› add queue", .unknownKind("bok", nearest: ["book"])),
        row("policy gem‹›", .missing(.operation, verb: "policy")),
        row(
            "policy gem ‹chnge› queue",
            .unknownWord("chnge", known: ["create", "update", "delete"], nearest: ["change"])),
        row("policy gem add‹›", .missing(.rule, verb: "policy")),
        row("policy gem add ‹no›", .unknownWord("no", known: ["queue", "refuse"], nearest: [])),
        row("policy gem add queue ‹x›", .unexpected("x", verb: "policy")),
        row("policy reset ‹gem›", .unexpected("gem", verb: "policy reset")),
        row(
            "net ‹of›",
            .unknownWord("of", known: ["auto", "off", "slow", "flaky"], nearest: ["off"])),
        row("net slow‹›", .missing(.delay, verb: "net slow")),
        row("net slow ‹0›", .noNumber("0", what: .delay)),
        row("net slow ‹60001›", .noNumber("60001", what: .delay)),
        row("net slow ‹61s›", .noNumber("61s", what: .delay)),
        row("net slow ‹800m›", .noNumber("800m", what: .delay)),
        row("net slow ‹-1s›", .noNumber("-1s", what: .delay)),
        row("net slow ‹ms›", .noNumber("ms", what: .delay)),
        row("net slow ‹99999999999999999999›", .noNumber("99999999999999999999", what: .delay)),
        row("net flaky‹›", .missing(.percentage, verb: "net flaky")),
        row("net flaky seed:7‹›", .missing(.percentage, verb: "net flaky")),
        row("net flaky ‹101›", .noNumber("101", what: .percentage)),
        row("net flaky ‹%›", .noNumber("%", what: .percentage)),
        row("net flaky 30 seed:‹x›", .noNumber("x", what: .seed)),
        row("net flaky 30 seed:1 ‹seed:2›", .fieldTwice("seed")),
        row("net off ‹seed:3›", .unexpected("seed:3", verb: "net off")),
        row("net auto ‹x›", .unexpected("x", verb: "net auto")),
    ]

    static let habits: [Row] = [
        row("‹exit›", .unknownVerb("exit", nearest: ["quit"])),
        row("‹q›", .unknownVerb("q", nearest: ["quit"])),
        row("‹push›", .unknownVerb("push", nearest: ["sync"])),
        row("‹pull›", .unknownVerb("pull", nearest: ["sync"])),
        row("‹register› x", .unknownVerb("register", nearest: ["signup"])),
        row("‹signin› x", .unknownVerb("signin", nearest: ["login"])),
        row("‹signout›", .unknownVerb("signout", nearest: ["logout"])),
        row("‹outbox›", .unknownVerb("outbox", nearest: ["queue"])),
    ]

    @Test(
        arguments: verbs + missing + unexpected + fields + words + conditions + account + sync
            + habits)
    func reportsProblemAndPosition(_ test: Row) {
        let marked = MarkedLine(test.input)
        let error = #expect(throws: LanguageError.self) { try Spelling.command(marked.line) }
        #expect(error?.problem == test.expected)
        #expect(error?.span == marked.span)
    }

    @Test func abbreviatesALongVerb() {
        let error = #expect(throws: LanguageError.self) {
            try Spelling.command(String(repeating: "x", count: 5000))
        }
        #expect(error?.problem == .unknownVerb(String(repeating: "x", count: 40), nearest: []))
    }

    @Test func limitsTheLength() throws {
        let limit = Opening.longestCommand
        let longest = "echo " + String(repeating: "x", count: limit - 5)
        #expect(try Spelling.command(longest).count == limit + 2)
        let error = #expect(throws: LanguageError.self) { try Spelling.command(longest + "x") }
        #expect(error?.problem == .commandTooLong(limit: limit))
    }
}
