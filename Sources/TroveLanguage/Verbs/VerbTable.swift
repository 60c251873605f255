/// The one table of verbs. Whatever is in it works; whatever works is in it.
package enum VerbTable {
    /// In the order in which help lists them.
    package static let all: [Verb] =
        collect + look + survey + library + keeping + exchange + importing + history + online
        + account + sync + shell

    private static let byName = Dictionary(
        all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// The verb with exactly this name, which is in lower case.
    package static func verb(named name: String) -> Verb? { byName[name] }

    /// The verbs that were perhaps meant by a word in lower case, the likeliest first; three at most.
    static func nearest(to typed: String) -> [String] {
        let nearest = Nearest.names(to: typed, among: all.map(\.name))
        guard let habit = habits[typed] else { return nearest }
        return Array(([habit] + nearest.filter { $0 != habit }).prefix(3))
    }

    /// What people type who come from elsewhere, and the verb for it. It is only ever suggested.
    package static let habits: [String: String] = [
        "ls": "list", "ll": "list", "dir": "list", "select": "list", "l": "list",
        "rm": "delete", "del": "delete", "remove": "delete", "drop": "delete", "erase": "delete",
        "mv": "set", "update": "set", "modify": "set", "rename": "set", "change": "set",
        "cat": "show", "info": "show", "view": "show", "get": "show", "open": "show",
        "grep": "find", "lookup": "search", "next": "more", "where": "filter",
        "new": "add", "insert": "add", "create": "add",
        "exit": "quit", "q": "quit", "bye": "quit", ":q": "quit", "\\q": "quit", ".quit": "quit",
        "man": "help", "?": "help", "\\?": "help", ".help": "help", "h": "help",
        "done": "advance", "start": "advance", "finish": "advance",
        "run": "source", "load": "source", "print": "echo", "vi": "edit", "vim": "edit",
        "nano": "edit", "backup": "snapshot", "save": "snapshot", "restore": "snapshot",
        "config": "settings", "star": "rate", "comment": "note", "progress": "page",
        "borrow": "lend", "loan": "lend", "lent": "loans", "overdue": "loans", "shelf": "shelve",
        "wish": "wishlist", "wishes": "wishlist", "statistics": "stats", "summary": "stats",
        "push": "sync", "pull": "sync", "outbox": "queue", "register": "signup",
        "signin": "login", "logon": "login", "signout": "logout", "logoff": "logout",
        "passwd": "password",
    ]
}
