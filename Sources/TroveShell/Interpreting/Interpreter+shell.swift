import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension Interpreter {
    func help(_ verb: Spanned<String>?) throws -> Reply {
        guard let verb else { return .text(HelpText.overview) }
        if let found = VerbTable.verb(named: verb.value) {
            return .text(HelpText.page(of: found, width: session.width))
        }
        if let kind = kinds.index(of: verb.value) {
            return .text(HelpText.page(of: kinds[kind]))
        }
        var nearest = Nearest.names(
            to: verb.value, among: VerbTable.all.map(\.name) + kinds.all.map(\.name))
        if let habit = VerbTable.habits[verb.value] { nearest.insert(habit, at: 0) }
        throw CommandFailure(.noSuchHelp(verb.value, nearest: nearest), at: verb.span)
    }

    func setAlias(_ alias: Alias?) throws -> Reply {
        guard let alias else {
            let lines = session.aliases.sorted { $0.key < $1.key }
                .map { alias -> TerminalText in "alias \(alias.key) \(alias.value)" }
            return .text(lines.isEmpty ? Message.noAliases : lines.joined(separator: "\n"))
        }
        let name = alias.name.value
        guard VerbTable.verb(named: name) == nil else {
            throw CommandFailure(.isVerb(name), at: alias.name.span)
        }
        guard let command = alias.command else {
            guard session.aliases.removeValue(forKey: name) != nil else {
                throw CommandFailure(
                    .noSuchAlias(name, known: session.aliases.keys.sorted()), at: alias.name.span)
            }
            return .text(Message.forgot(alias: name))
        }
        let first = String(command.prefix { $0 != " " })
        guard VerbTable.verb(named: first.lowercased()) != nil else {
            throw CommandFailure(
                .aliasOfNothing(
                    first, nearest: Nearest.names(to: first, among: VerbTable.all.map(\.name))),
                at: alias.name.span)
        }
        session.aliases[name] = command
        return .text("alias \(name) \(command)")
    }

    func history() -> Reply {
        guard let person = session.person else { return .text(Message.noHistoryInScripts) }
        return .text(TerminalText(lines: person.typedCommands.joined(separator: "\n")))
    }

    func notices() -> Reply {
        let lines = session.notices.map { notice -> TerminalText in
            "\(LocalTime(notice.at))  \(notice.text)"
        }
        return .text(lines.isEmpty ? Message.noNotices : lines.joined(separator: "\n"))
    }

    func settings(_ setting: Setting?) throws -> Reply {
        guard let setting else { return .settings(session.settings.entries) }
        let name = setting.name.value
        guard let entry = session.settings.entry(name) else {
            throw CommandFailure(
                .noSuchSetting(name, nearest: Nearest.names(to: name, among: Settings.names)),
                at: setting.name.span)
        }
        if let value = setting.value, !session.settings.set(name, to: value.value) {
            throw CommandFailure(
                .badSetting(name, value: value.value, choices: entry.choices), at: value.span)
        }
        return .settings([session.settings.entry(name) ?? entry])
    }
}
