import TroveModel
import TroveSQLite

/// The operator's commands.
extension ServerProgram {
    func backUp(to file: String, _ options: ServerOptions) throws -> Int32 {
        try StoreBackup(store: .init(path: path(options)), target: file).make()
        return say("The backup is in \(file).\n")
    }

    func restore(_ file: String, _ options: ServerOptions) throws -> Int32 {
        let path = try path(options)
        let kept = try StoreRestore(source: file, store: .init(path: path), now: Self.now).run()
        let words = kept.map { " The old store is in \($0)." } ?? ""
        return say("Restored \(path) from \(file).\(words)\n")
    }

    func run(_ task: ServerOptions.UserTask, _ options: ServerOptions) throws -> Int32 {
        let users = StoreUsers(store: .init(path: try path(options)))
        switch task {
        case .list: return say(ServerText.list(of: try users.list()))
        case .disable(let email):
            try users.disable(email, at: Self.now)
            return say(ServerText.disabled(email))
        case .enable(let email):
            try users.enable(email)
            return say(ServerText.enabled(email))
        case .delete(let email):
            return say(ServerText.deleted(email, items: try users.delete(email)))
        case .export(let email, let folder):
            let outcome = try users.export(email, to: folder)
            return say(ServerText.exported(email, outcome, folder: folder))
        }
    }

    func migrate(_ options: ServerOptions) throws -> Int32 {
        let path = try path(options)
        let store = StoreOpener(path: path)
        let former = try store.visit { try $0.integer("PRAGMA user_version") ?? 0 }
        try store.openExisting().close()
        let current = store.format.currentVersion
        return say(ServerText.migrated(path, from: former, to: current))
    }

    func describe(_ options: ServerOptions) throws -> Int32 {
        let path = try path(options)
        return say(ServerText.text(of: try StoreStatistics(of: .init(path: path)), path))
    }

    func check(_ options: ServerOptions) throws -> Int32 {
        let path = try path(options)
        let check = try StoreCheck(of: .init(path: path))
        _ = say(ServerText.text(of: check, path))
        return check.problems.isEmpty ? 0 : 1
    }

    func reset(_ options: ServerOptions) throws -> Int32 {
        let path = try path(options)
        let result = try StoreReset(store: .init(path: path), now: Self.now).run()
        return say(ServerText.report(of: result, path))
    }

    func invite(_ options: ServerOptions) throws -> Int32 {
        let store = try ServerStore.open(path(options))
        defer { store.close() }
        return say(try store.invite(at: Self.now) + "\n")
    }
}
