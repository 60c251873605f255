import TroveModel
import TroveSQLite

/// The operator's commands.
extension ServerProgram {
    func backUp(to file: String, _ options: ServerOptions) throws -> Int32 {
        try StoreBackup(store: store(options), target: file).make()
        return say("The backup is in \(file).\n")
    }

    func restore(_ file: String, _ options: ServerOptions) throws -> Int32 {
        let location = try store(options)
        switch location {
        case .file(let store):
            let kept = try StoreRestore(source: file, store: store, now: Self.now).run()
            let words = kept.map { " The old store is in \($0)." } ?? ""
            return say("Restored \(location.name) from \(file).\(words)\n")
        case .database(let database):
            let outcome = try DatabaseRestore(source: file, target: database).run()
            return say(ServerText.restored(outcome, from: file, in: database.name))
        }
    }

    func run(_ task: ServerOptions.UserTask, _ options: ServerOptions) throws -> Int32 {
        let users = StoreUsers(store: try store(options))
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

    func move(to address: StoreAddress, _ options: ServerOptions) throws -> Int32 {
        let source = try store(options).file(for: "move")
        guard case .database(let target) = StoreLocation(address) else { return 2 }
        let outcome = try StoreMove(source: source, target: target).run()
        return say(ServerText.moved(outcome, to: target.name))
    }

    func migrate(_ options: ServerOptions) throws -> Int32 {
        let store = try store(options)
        let former = try store.format()
        try store.openExisting().close()
        return say(ServerText.migrated(store.name, from: former, to: try store.format()))
    }

    func describe(_ options: ServerOptions) throws -> Int32 {
        let store = try store(options)
        return say(ServerText.text(of: try StoreStatistics(of: store), store.name))
    }

    func check(_ options: ServerOptions) throws -> Int32 {
        let store = try store(options)
        let check = try StoreCheck(of: store)
        _ = say(ServerText.text(of: check, store.name))
        return check.problems.isEmpty ? 0 : 1
    }

    func reset(_ options: ServerOptions) throws -> Int32 {
        let store = try store(options).file(for: "reset")
        let result = try StoreReset(store: store, now: Self.now).run()
        return say(ServerText.report(of: result, store.path))
    }

    func invite(_ options: ServerOptions) throws -> Int32 {
        let store = try store(options).open()
        defer { store.close() }
        return say(try store.invite(at: Self.now) + "\n")
    }
}
