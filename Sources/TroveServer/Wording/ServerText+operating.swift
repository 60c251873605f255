import TroveModel

/// The results of the operator's commands, with their line feeds.
extension ServerText {
    /// Returns the list of the accounts, with its line feeds. Times are in UTC.
    static func list(of accounts: [StoreUsers.Account]) -> String {
        guard !accounts.isEmpty else { return "0 accounts\n" }
        func time(_ moment: Timestamp?) -> String {
            let text =
                moment.map { "\($0)".replacing("T", with: " ").filter { $0 != "Z" } } ?? "never"
            return text + String(repeating: " ", count: max(0, 19 - text.count))
        }
        func number(_ value: Int, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - "\(value)".count)) + "\(value)"
        }
        let rows = accounts.map { account in
            "\(time(account.seen))  \(time(account.created))  \(number(account.devices, 7))  "
                + "\(number(account.items, 5))  \(number(account.number, 16))  \(account.name) <\(account.email)>"
                + (account.isDisabled ? " (disabled)" : "")
        }
        let head =
            "last seen (UTC)      signed up (UTC)      devices  items            number  account"
        return ([count(accounts.count, "account"), head] + rows).joined(separator: "\n") + "\n"
    }

    static func report(of result: StoreReset.Outcome, _ path: String) -> String {
        "Removed \(count(result.accounts, "account")) from \(path). The old store is in \(result.copy).\n"
    }

    static func disabled(_ email: String) -> String {
        "Disabled \(email), and logged out its devices.\n"
    }

    static func wasDisabled(_ email: String) -> String { "\(email) was already disabled.\n" }

    /// Returns the note that a command has created the store, in case its path was mistyped.
    static func created(_ path: String) -> String {
        "Created a new store at \(path).\n"
    }

    static func loggedOut(_ email: String) -> String {
        "Logged out all devices of \(email).\n"
    }

    /// Returns the new password of an account.
    static func resetPassword(
        of email: String, to password: String, isDisabled: Bool
    ) -> String {
        let next =
            isDisabled
            ? "The account is disabled; `user enable \(email)` allows it to log in."
            : "In Trove: `login \(email)`, then `password` to choose another."
        return "The new password of \(email) is \(password). Its devices are logged out.\n\(next)\n"
    }

    static func enabled(_ email: String) -> String { "Enabled \(email).\n" }

    static func deleting(_ email: String, items: Int) -> String {
        "Permanently delete \(email) with \(count(items, "item"))? [y/N] "
    }

    static let nothingChanged = "Nothing was changed.\n"

    static func deleted(_ email: String, items: Int) -> String {
        "Deleted \(email) with \(count(items, "item")).\n"
    }

    static func exported(_ email: String, _ outcome: UserExport.Outcome, folder: String) -> String {
        let damaged = outcome.damagedPhotos
        return "Copied \(count(outcome.items, "item")) and \(count(outcome.photos, "photo")) of "
            + "\(email) to \(folder).\n"
            + (damaged == 0
                ? ""
                : "\(count(damaged, "photo")) \(damaged == 1 ? "is" : "are") damaged: "
                    + "trove-server check lists \(damaged == 1 ? "it" : "them").\n")
    }

    /// Returns the formats that a store had before a migration and has after it.
    static func migrated(_ path: String, from former: Int, to current: Int) -> String {
        switch former {
        case current: "\(path) has the current format, \(current).\n"
        case 0: "\(path) was empty; it is now a store of format \(current).\n"
        default: "Converted \(path) from format \(former) to format \(current).\n"
        }
    }

    static func backedUp(_ accounts: Int, to file: String) -> String {
        "The backup of \(count(accounts, "account")) is in \(file).\n"
    }

    /// Returns what was moved to a database, and the new path of the file.
    static func moved(
        _ outcome: StoreCopy.Outcome, to name: String, keptAs path: String
    ) -> String {
        "Moved \(text(of: outcome)) to \(name). The file is now \(path). Start the server with "
            + "--store and the address that you gave.\n"
    }

    /// Returns what was restored to a database.
    static func restored(
        _ outcome: StoreCopy.Outcome, from file: String, in name: String
    ) -> String {
        "Restored \(name) from \(file): \(text(of: outcome)).\n"
    }

    private static func text(of outcome: StoreCopy.Outcome) -> String {
        "\(count(outcome.accounts, "account")) with \(count(outcome.entries, "entry", "entries")) "
            + "and \(count(outcome.photos, "photo"))"
    }

    /// Returns what a store holds, a line for each number.
    static func text(of counts: StoreStatistics, _ path: String) -> String {
        var lines: [(String, String)] = [("store", path), ("format", "\(counts.format)")]
        if let log = counts.bytes.log {
            lines += [
                ("file", "\(counts.bytes.store) bytes"), ("write-ahead log", "\(log) bytes"),
            ]
        } else {
            lines.append(("database", "\(counts.bytes.store) bytes"))
        }
        lines += [
            ("accounts", "\(counts.accounts.all)"),
            ("disabled accounts", "\(counts.accounts.disabled)"),
            ("active devices", "\(counts.devices.active)"),
            ("ended devices", "\(counts.devices.ended)"),
            ("items", "\(counts.items)"),
            ("conflicts", "\(counts.conflicts)"),
            ("deleted items", "\(counts.tombstones)"),
            ("results", "\(counts.results)"),
            ("photos", "\(counts.photos.count)"),
            ("bytes of photos", "\(counts.photos.bytes)"),
        ]
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { name, value in
            name + String(repeating: " ", count: width + 2 - name.count) + value + "\n"
        }.joined()
    }

    /// Returns the result of a check, a line for each problem that is listed.
    static func text(of check: StoreCheck, _ path: String) -> String {
        guard !check.problems.isEmpty else {
            return "\(path) is sound: \(count(check.accounts, "account")).\n"
        }
        let further = check.furtherProblems
        let rest = further > 0 ? "and \(count(further, "more problem"))\n" : ""
        return check.problems.map { problem in
            (problem.email.map { "\($0): " } ?? "") + words(for: problem.finding) + "\n"
        }.joined() + rest
    }

    private static func words(for finding: StoreCheck.Problem.Finding) -> String {
        switch finding {
        case .structure(let text): text
        case .isAhead(let count):
            "\(self.count(count, "entry or result", "entries or results")) \(count == 1 ? "is" : "are") "
                + "newer than the history"
        case .historyIsCut: "the history ends before the last change"
        case .mark: "the mark of the account is not that of its last change"
        case .historyIsReversed: "the history ends before it begins"
        case .email: "the email is not registered, so the user cannot log in"
        case .strayEmails(let count):
            "\(self.count(count, "email")) \(count == 1 ? "belongs" : "belong") to no account"
        case .identity: "the store has no identity"
        case .items(let counted, let recorded):
            "\(count(counted, "item")), but \(recorded) \(recorded == 1 ? "is" : "are") recorded"
        case .photos(let counted, let recorded):
            "\(count(counted, "byte")) of photos, but \(recorded) "
                + "\(recorded == 1 ? "is" : "are") recorded"
        case .unreadable(let count):
            "the fields or versions of \(self.count(count, "entry", "entries")) cannot be read"
        case .strayEntries(let count):
            "\(self.count(count, "entry", "entries")) \(count == 1 ? "belongs" : "belong") to no account"
        case .strayNames(let count):
            "\(self.count(count, "unique name")) \(count == 1 ? "belongs" : "belong") to no item"
        case .photo(let hash): "the photo \(hash) does not match its SHA-256"
        }
    }

    private static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
    }
}
