import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// The arguments of every verb.
@Suite struct CommandTests {
    typealias Row = Case<String, String>

    static let collect: [Row] = [
        Row("add", "add Dune", "add book [Dune]"),
        Row("add, yes", "add Dune --yes", "add book [Dune] yes"),
        Row("add a kind", "add gem Opal", "add gem [Opal]"),
        Row("add by the plural", "add movies Alien", "add movie [Alien]"),
        Row("add a kind in capitals", "add GEM Opal", "add gem [Opal]"),
        Row("add a quoted kind is a title", #"add "gem" Opal"#, "add book [gem Opal]"),
        Row(
            "add several words", "add The Left Hand  of Darkness",
            "add book [The Left Hand of Darkness]"),
        Row(
            "add with fields", "add Dune genre:sci-fi pages:412",
            "add book [Dune] genre:[sci-fi] pages:[412]"),
        Row("add with fields first", "add genre:sci-fi Dune", "add book [Dune] genre:[sci-fi]"),
        Row("add a title with a colon", #"add "Dune: Messiah""#, "add book [Dune: Messiah]"),
        Row(
            "add a title with parentheses", "add Solaris (1961) Lem",
            "add book [Solaris (1961) Lem]"),
        Row("add a title with a sign", "add 1+1=2", "add book [1+1=2]"),
        Row("add a title with an unknown comparison", "add x=y", "add book [x=y]"),
        Row("add an apostrophe", "add Ender's Game", "add book [Ender's Game]"),
        Row("add with a shortened field", "add Dune gen:x", "add book [Dune] gen:[x]"),
        Row("add with an empty field", "add Dune genre:", "add book [Dune] genre:-"),
        Row("add with an empty text", #"add Dune genre:"""#, "add book [Dune] genre:[]"),
        Row("add, quoted words", #"add "a  b" c"#, "add book [a  b c]"),
        Row("add over lines", "add \\\nDune \\\n pages:3", "add book [Dune] pages:[3]"),
        Row("add with the title as a field", "add title:Dune genre:x", "add book [Dune] genre:[x]"),
        Row("add by a synonym", "add film Alien", "add movie [Alien]"),
        Row("a verb in capitals", "Set 1 page:2", "set #1 page:[2]"),
        Row("set", "set 1 genre:classics", "set #1 genre:[classics]"),
        Row("set several", "set 1 3-5 it page:2 note:", "set #1 #3-5 it page:[2] note:-"),
        Row("set by title", "set The Left genre:x", "set [The Left] genre:[x]"),
        Row("set with an unknown field", "set 1 wheels:4", "set #1 wheels:[4]"),
        Row("edit", "edit it", "edit it"),
        Row("edit by title", "edit left hand", "edit [left hand]"),
        Row("delete", "delete 1 2", "delete #1 #2"),
        Row("delete, yes", "delete 3 --yes", "delete #3 yes"),
        Row("delete, yes first", "delete --yes 3", "delete #3 yes"),
        Row("delete a title like an option", #"delete "--yes""#, "delete [--yes]"),
        Row("advance", "advance 1", "advance #1"),
        Row("advance to", "advance 1 2 to:finished", "advance #1 #2 to [finished]"),
        Row(
            "advance to a long name", #"advance to:"want to read" Dune"#,
            "advance [Dune] to [want to read]"),
        Row("page", "page 3 120", "page #3 120"), Row("page on", "page 3 +20", "page #3 +20"),
        Row("page back", "page it -5", "page it -5"),
        Row("page by percent", "page left hand 50%", "page [left hand] 50%"),
        Row("page zero", "page 3 0", "page #3 0"), Row("page all", "page 3 100%", "page #3 100%"),
        Row("rate", "rate 3 4.5", "rate #3 [4.5]"),
        Row("rate by title", "rate Blade Runner 9", "rate [Blade Runner] [9]"),
        Row("note", "note 1 read it again", "note #1 [read it again]"),
        Row("rate several", "rate 3 5-6 4", "rate #3 #5-6 [4]"),
        Row("rate where", "rate books where genre=x 4", "rate {books genre=[x]} [4]"),
        Row("note, appended", "note 1 --append read on", "note #1 [read on] append"),
        Row(
            "note where", "note where genre=x or pages > 3 read it again --yes",
            "note {(genre=[x] or pages>[3])} [read it again] yes"),
        Row(
            "note where, a text with a connective", "note books where genre=x and so on",
            "note {books genre=[x]} [and so on]"),
        Row(
            "set where", "set books where genre=scfi genre:sci-fi --yes",
            "set {books genre=[scfi]} genre:[sci-fi] yes"),
        Row("set names", "set 1 3-4 tags:+a,-b", "set #1 #3-4 tags:[+a,-b]"),
        Row("delete where", "delete movies where rating<3", "delete {movies rating<[3]}"),
        Row(
            "advance where", "advance where state=reading to:finished --yes",
            "advance {state=[reading]} to [finished] yes"),
        Row("page where", "page where title=x +3", "page {title=[x]} +3"),
        Row("tag", "tag 1 2 with:sea,sand", "tag #1 #2 with [sea,sand]"),
        Row(
            "tag where", "tag books where author~guin with:sea --yes",
            "tag {books author~[guin]} with [sea] yes"),
        Row("untag", "untag left hand with:sea", "untag [left hand] with [sea]"),
        Row("note by title", #"note "Dune" lent (by Ann)"#, "note [Dune] [lent (by Ann)]"),
    ]

    static let look: [Row] = [
        Row("list", "list", "list"), Row("list a kind", "list gems", "list gems"),
        Row(
            "list all options", "list books sort:-pages limit:3 columns:title,pages",
            "list books by -pages limit 3 columns title+pages"),
        Row(
            "list by several", "list books sort:author,-year,title",
            "list books by author+-year+title"),
        Row("show where", "show where pages>3", "show {pages>[3]}"),
        Row(
            "count by", "count books state=reading by:genre",
            "count books state=[reading] by each genre"),
        Row(
            "options anywhere", "list limit:3 state=reading sort:title",
            "list state=[reading] by title limit 3"),
        Row("limit nothing", "list limit:0", "list limit 0"),
        Row("filter", "filter state=reading", "list state=[reading]"),
        Row("filter a kind", "filter books state=reading", "list books state=[reading]"),
        Row("find", "find left hand", "list [left hand]"),
        Row("find quoted", #"find "a  b""#, "list [a  b]"),
        Row("find what looks like a field", "find a=b", "list [a=b]"),
        Row("find what looks like a kind", "find book", "list [book]"),
        Row("show", "show 1 3-4", "show #1 #3-4"), Row("count", "count", "count"),
        Row("count a kind", "count book genre=sci-fi", "count books genre=[sci-fi]"),
        Row("birthstones", "birthstones", "birthstones"),
        Row("shelve", "shelve 1 2 on:home", "shelve #1 #2 on [home]"),
        Row("unshelve", "unshelve Dune from:\"my desk\"", "unshelve [Dune] from [my desk]"),
        Row("shelves", "shelves", "shelves"),
        Row("a shelf", "shelves my desk", "shelves [my desk]"),
        Row("wishlist", "wishlist sort:author", "wishlist by author"),
        Row("lend", "lend Dune to:Bob due:2026-12", "lend [Dune] to [Bob] due [2026-12]"),
        Row("return", "return 1 2", "return #1 #2"),
        Row("loans", "loans", "loans"),
        Row("stats", "stats", "stats"),
        Row("stats of a year", "stats books year:2025", "stats book 2025"),
        Row("import", "import books.csv", "import [books.csv]"),
        Row(
            "a look at a file", "import a.zip as:letterboxd --preview",
            "import [a.zip] as letterboxd preview"),
        Row("import again", "import books.csv duplicates:add", "import [books.csv] twice"),
        Row("search", "search ursula le guin", "search [ursula le guin]"),
        Row("search by", "search dune by:title", "search [dune] by title"),
        Row("search in", "search in:movies alien", "search [alien] in movies"),
        Row("more", "more", "more"),
        Row("take", "take r1", "take r1"),
        Row("take several", "take r1 r3 --yes", "take r1 r3 yes"),
        Row("take with fields", "take r2 state:reading", "take r2 state:[reading]"),
        Row("take into", "take r1 into:Dune", "take r1 into [Dune]"),
        Row("take into a number", "take r1 into:3", "take r1 into #3"),
        Row("read a result", "read r2", "read r2"),
        Row("read things", "read 1 2", "read #1 #2"),
        Row("read again", "read Dune on:2024 --again", "read [Dune] on [2024] again"),
        Row("unread", "unread Dune", "unread [Dune]"),
        Row("reread", "reread Dune 3", "reread [Dune 3]"),
        Row("reads", "reads author~guin limit:3", "reads author~[guin] limit 3"),
        Row("isbn", "isbn 0-441-17271-7", "isbn [0-441-17271-7]"),
        Row("isbn with blanks", "isbn 978 0441172719 --yes", "isbn [978 0441172719] yes"),
        Row("scan", "scan", "scan"),
        Row(
            "isbn with fields", "isbn 0441172717 shelves:a,b state:finished",
            "isbn [0441172717] shelves:[a,b] state:[finished]"),
        Row(
            "scan files", #"scan a.png "b c.png" ~/shelf/ tags:x --yes"#,
            "scan [a.png] [b c.png] [~/shelf/] tags:[x] yes"),
        Row("scan with fields", "scan shelves:hall", "scan shelves:[hall]"),
        Row("scan a file", "scan photo.jpg --yes", "scan [photo.jpg] yes"),
        Row("cover", "cover Dune", "cover [Dune]"),
        Row("a result that is none", "show r2d2", "show [r2d2]"),
        Row("a quoted result", #"show "r2""#, "show [r2]"),
        Row(
            "export", "export books.csv books state=reading",
            "export [books.csv] books state=[reading]"),
        Row("birthstones of", "birthstones jul", "birthstones July"),
        Row("birthstones by number", "birthstones 7", "birthstones July"),
        Row("use", "use gems", "use gem"),
    ]

    static let others: [Row] = [
        Row("shelve", #"shelve 1 2 on:"by the bed""#, "shelve #1 #2 on [by the bed]"),
        Row("shelve a title", "shelve left hand on:x", "shelve [left hand] on [x]"),
        Row("unshelve", "unshelve it from:x", "unshelve it from [x]"),
        Row("shelves", "shelves", "shelves"), Row("shelves of", "shelves by me", "shelves [by me]"),
        Row("wishlist", "wishlist", "wishlist"), Row("loans", "loans", "loans"),
        Row("lend", "lend 3 to:Bob", "lend #3 to [Bob]"),
        Row("lend until", "lend Dune due:2027 to:Bob", "lend [Dune] to [Bob] due [2027]"),
        Row("return", "return 3 Dune", "return [3 Dune]"),
        Row("stats", "stats", "stats"), Row("stats of", "stats books year:2025", "stats book 2025"),
        Row("undo", "undo", "undo"), Row("redo", "redo", "redo"), Row("log", "log", "log"),
        Row("log of", "log 3", "log #3"), Row("log of a title", "log left hand", "log [left hand]"),
        Row("log since", "log 3 since:yesterday", "log #3 since [yesterday]"),
        Row("undo to", "undo to:tidy", "undo to [tidy]"),
        Row("diff", "diff", "diff"), Row("diff since", "diff since:tidy", "diff since [tidy]"),
        Row("mark", "mark", "mark"), Row("mark as", "mark by the way", "mark [by the way]"),
        Row("mark again", "mark tidy --move", "mark [tidy] here"),
        Row("as-of", "as-of 2026-11-01T14:00 list  books", "as-of [2026-11-01T14:00] list"),
        Row("as-of, quoted", "as-of \"3 days ago\" show 3", "as-of [3 days ago] show"),
        Row("export", "export books.csv", "export [books.csv]"),
        Row("export to standard output", "export - gems", "export [-] gems"),
        Row(
            "export, all options",
            #"export "my books" books pages>=100 sort:-title limit:3 as:jsonl --yes"#,
            "export [my books] books pages>=[100] by -title limit 3 as jsonl yes"),
        Row("snapshot save", "snapshot save before spring", "snapshot save [before spring]"),
        Row("snapshot restore", "snapshot restore x", "snapshot restore [x]"),
        Row("snapshot restore, yes", "snapshot restore x --yes", "snapshot restore [x] yes"),
        Row("snapshot delete", "snapshot delete x --yes", "snapshot delete [x] yes"),
        Row("snapshot list", "snapshot list", "snapshot list"),
        Row("check", "check", "check"),
        Row("help", "help", "help"), Row("help with", "help add", "help [add]"),
        Row("source", "source my file.trove", "source [my file.trove]"),
        Row("alias", "alias", "alias"),
        Row("alias for", "alias r filter state=reading", "alias [r] [filter state=reading]"),
        Row("alias as typed", #"alias l list  "a b""#, #"alias [l] [list  "a b"]"#),
        Row("alias with an option", "alias rm delete --yes", "alias [rm] [delete --yes]"),
        Row("alias shown", "alias r", "alias [r]"),
        Row("alias removed", "alias r --remove", "alias [r] gone"),
        Row("alias removed, the option first", "alias --remove r", "alias [r] gone"),
        Row("history", "history", "history"), Row("echo", "echo My  books:", "echo [My books:]"),
        Row("echo nothing", "echo", "echo []"), Row("echo lines", #"echo "a\nb""#, "echo [a\nb]"),
        Row("settings", "settings", "settings"),
        Row("settings of", "settings output", "settings [output]"),
        Row("settings to", "settings output json", "settings [output] [json]"),
        Row("timing", "timing", "timing"), Row("timing on", "timing on", "timing on"),
        Row("tutorial", "tutorial", "tutorial"),
        Row("tutorial with a number", "tutorial 4", "tutorial [4]"),
        Row(
            "tutorial check", "tutorial --check a.trove b.trove",
            "tutorial check [a.trove] [b.trove]"),
        Row("demo", "demo", "demo"),
        Row("demo of a lesson", "demo conflicts record:a.cast", "demo [conflicts] into [a.cast]"),
        Row("kinds", "kind", "kind list"), Row("kind", "kind show gem", "kind show [gem]"),
        Row(
            "field of a kind", "kind add-field gem cut text  rank:2",
            "kind addField [gem] [cut text  rank:2]"),
        Row("explain", "explain delete  1 --yes", "explain [delete  1 --yes]"),
        Row("explain a mistake", "explain lst", "explain [lst]"),
        Row("watch", "watch 5 list  books", "watch 5 [list  books]"),
        Row("watch with an option", "watch 0.5 delete 1 --yes", "watch 0.5 [delete 1 --yes]"),
        Row("notices", "notices", "notices"), Row("quit", "quit", "quit"),
        Row("nothing", "", "empty"), Row("a comment", "  # nothing", "empty"),
        Row("behind a comment", "quit # now", "quit"), Row("blanks before", "  quit", "quit"),
        Row("an open quote", "add \"Dune", "incomplete \""),
        Row("a line that goes on", "add \\", "incomplete line"),
    ]

    static let account: [Row] = [
        Row("connect", "connect", "connect"),
        Row(
            "connect to", "connect https://trove.example.org:7373/a?b=c",
            "connect [https://trove.example.org:7373/a?b=c]"),
        Row("connect without a scheme", "connect localhost:7373", "connect [localhost:7373]"),
        Row("connect to an IPv6 address", "connect http://[::1]:7", "connect [http://[::1]:7]"),
        Row("disconnect", "disconnect", "disconnect"),
        Row("disconnect, yes", "disconnect --yes", "disconnect yes"),
        Row("signup", "signup a@b.org name:Ann", "signup [a@b.org] [Ann]"),
        Row("signup, name first", "signup name:Ann a@b.org", "signup [a@b.org] [Ann]"),
        Row(
            "signup with a file", #"signup a@b.org file:"my pw" name:"Ann Lee""#,
            "signup [a@b.org] [Ann Lee] from [my pw]"),
        Row("login", "login a+c@b.org", "login [a+c@b.org]"),
        Row("login with a file", "login a@b.org file:x:y", "login [a@b.org] from [x:y]"),
        Row("login, an email in quotes", #"login "a=b@c""#, "login [a=b@c]"),
        Row("Login in capitals", "LOGIN a@b.org", "login [a@b.org]"),
        Row("logout", "logout", "logout"), Row("whoami", "whoami", "whoami"),
        Row("devices", "devices", "devices"),
        Row("devices forget", "devices forget 2", "devices forget #2"),
        Row("devices forget, yes", "devices forget --yes 2", "devices forget #2 yes"),
        Row(
            "devices forget a name", "devices forget Ann's laptop 2",
            "devices forget [Ann's laptop 2]"),
        Row("devices forget a number's name", #"devices forget "2""#, "devices forget [2]"),
        Row("devices forget zero", "devices forget 0", "devices forget [0]"),
        Row("password", "password", "password"),
        Row("password from", "password file:a", "password from [a]"),
        Row("password to", "password new-file:b", "password to [b]"),
        Row("password from and to", "password new-file:b file:a", "password from [a] to [b]"),
    ]

    static let sync: [Row] = [
        Row("status", "status", "status"), Row("sync", "sync", "sync"),
        Row("queue", "queue", "queue"), Row("queue retry", "queue retry 3", "queue retry #3"),
        Row("queue retry all", "queue retry all", "queue retry all"),
        Row("queue drop", "queue drop 12", "queue drop #12"),
        Row("queue drop, yes", "queue drop 12 --yes", "queue drop #12 yes"),
        Row("queue drop all, yes", "queue --yes drop all", "queue drop all yes"),
        Row("conflicts", "conflicts", "conflicts"),
        Row("resolve mine", "resolve 3 mine", "resolve #3 mine"),
        Row("resolve theirs", "resolve 4 theirs", "resolve #4 theirs"),
        Row("resolve all", "resolve all mine", "resolve all mine"),
        Row("policy", "policy", "policy"), Row("policy reset", "policy reset", "policy reset"),
        Row("policy create", "policy gem create queue", "policy gem create queue"),
        Row("policy update", "policy books update refuse", "policy book update refuse"),
        Row("policy delete", "policy Film delete queue", "policy movie delete queue"),
        Row("policy all", "policy all refuse", "policy all refuse"),
        Row("policy add", "policy gem add refuse", "policy gem create refuse"),
        Row("policy change", "policy gem change queue", "policy gem update queue"),
        Row("policy set", "policy gem set queue", "policy gem update queue"),
        Row("net", "net", "net"), Row("net auto", "net auto", "net auto"),
        Row("net off", "net off", "net off"), Row("net slow", "net slow 800", "net slow 800 ms"),
        Row("net slow in ms", "net slow 800ms", "net slow 800 ms"),
        Row("net slow in s", "net slow 2s", "net slow 2000 ms"),
        Row("net slow in parts of s", "net slow .25s", "net slow 250 ms"),
        Row("net slowest", "net slow 60s", "net slow 60000 ms"),
        Row("net flaky", "net flaky 30", "net flaky 30%"),
        Row("net flaky in %", "net flaky 30%", "net flaky 30%"),
        Row("net flakiest", "net flaky 100%", "net flaky 100%"),
        Row("net flaky not at all", "net flaky 0", "net flaky 0%"),
        Row("net flaky again", "net flaky 30% seed:7", "net flaky 30% seed 7"),
        Row(
            "net flaky, the last seed", "net flaky seed:18446744073709551615 5",
            "net flaky 5% seed 18446744073709551615"),
    ]

    /// Commands inside of each other would fill the stack.
    @Test(arguments: ["explain ", "watch 5 ", "as-of today "])
    func commandsNestOnlySoDeep(_ outer: String) {
        let line = String(repeating: outer, count: 5000) + "list"
        let error = #expect(throws: LanguageError.self) {
            try CommandTable.parse(line, in: Spelling.context)
        }
        #expect(error?.problem == .tooManyCommands)
    }

    @Test(arguments: collect + look + others + account + sync)
    func parses(_ test: Row) throws {
        #expect(try Spelling.command(test.input) == test.expected)
    }

    @Test func addsToTheKindInUse() throws {
        let context = ArgumentReader.Context(kinds: .standard, currentKind: 1)
        #expect(
            try Spelling.command("add Opal color:white", in: context)
                == "add gem [Opal] color:[white]")
        #expect(try Spelling.command("add book Dune", in: context) == "add book [Dune]")
    }

    @Test func spansAreCorrect() throws {
        let line = #"add é "b c" genre:"x y" note:z"#
        let command = try Spelling.properties(line)
        let title: Spanned<String> = try #require(command["title"])
        let assignments: [Assignment] = try #require(command["fields"])
        #expect(MarkedLine.text(line, at: title.span) == #"é "b c""#)
        #expect(
            assignments.map { MarkedLine.text(line, at: $0.span) } == [#"genre:"x y""#, "note:z"])
        #expect(assignments.map { MarkedLine.text(line, at: $0.field.span) } == ["genre", "note"])
        #expect(
            assignments.compactMap(\.value).map { MarkedLine.text(line, at: $0.span) } == [
                #""x y""#, "z",
            ])
    }
}
