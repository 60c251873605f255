import TroveLanguage
import TroveModel
import TroveTerminal

/// The actions of `kind` that change one definition.
struct KindChanger {
    let command: DefineKind
    let context: any CommandContext

    private var rest: Spanned<String> { command.rest ?? .unread }

    /// Runs `kind new NAME OPTION:VALUE…`.
    func define() throws -> Reply {
        let prefix = "kind "
        let text = prefix + rest.value + "\nfield title text rank:1 description:\"the title\"\n"
        let kind: Kind
        do throws(KindTextError) {
            guard let read = try KindReader.kinds(in: text).first else { return .nothing }
            kind = read
        } catch {
            throw failure(error, after: prefix)
        }
        let problem =
            context.problem(defining: kind)
            ?? context.reservedName(in: kind).map { .isReserved($0.name) }
        if let problem { throw CommandFailure(.definition(.text(problem)), at: rest.span) }
        if context.kinds.retiredKind(called: kind.name) != nil {
            throw CommandFailure(.definition(.isRetired(kind.name)), at: rest.span)
        }
        if try context.livingDefinitions()[kind.storedName] != nil {
            throw CommandFailure(.definition(.text(.isTaken(kind.name))), at: rest.span)
        }
        try perform([Definition(kind)])
        return .text(Message.defined(kind))
    }

    /// Runs `kind add-field KIND FIELD TYPE OPTION:VALUE…`.
    func addField() throws -> Reply {
        let kind = try self.kind()
        let prefix = "field "
        var field: Field
        do throws(KindTextError) {
            field = try KindReader.field(in: prefix + rest.value)
        } catch {
            throw failure(error, after: prefix)
        }
        if KindName.isReserved(forNewField: field.name) {
            throw CommandFailure(.definition(.text(.isReserved(field.name))), at: rest.span)
        }
        let present = context.kinds.withoutUndone(kind).fields
        if present.contains(where: { $0.isRetired && $0.name == field.name }) {
            throw CommandFailure(
                .definition(.isRetiredField(field.name, kind: kind.name)), at: rest.span)
        }
        if field.rank == nil, field.role?.isOmittedFromLists != true {
            field = field.changed(rank: context.kinds.withoutUndone(kind).nextRank)
        }
        field = try context.adding(field, to: kind)
        if let problem = context.problem(adding: field, to: kind) {
            throw CommandFailure(.definition(.text(problem)), at: rest.span)
        }
        try perform([Definition(field, of: kind)])
        return .text(Message.added(field, to: kind))
    }

    /// Runs `kind set KIND [FIELD] OPTION:VALUE…`.
    func set() throws -> Reply {
        let kind = try self.kind()
        let first = rest.value.prefix { $0 != " " }
        guard !first.contains(":") else { return try set(kind) }
        let span = rest.span.lowerBound..<rest.span.lowerBound + first.utf8.count
        let index = try field(Spanned(String(first), span), of: kind, hidden: true)
        let options = Spanned(
            String(rest.value.dropFirst(first.count)), span.upperBound..<rest.span.upperBound)
        if index == Kind.titleIndex {
            throw CommandFailure(.definition(.isTitle(String(first))), at: span)
        }
        let field = try changed(kind.fields[index].definition, by: options) {
            (text) throws(KindTextError) in
            try KindReader.field(in: text)
        }
        let former = kind.fields[index]
        guard field.name == former.name, field.storedName == former.storedName else {
            throw CommandFailure(
                .definition(.hasFixedName(former.name, isField: true)), at: options.span)
        }
        if let problem = context.problem(adding: field, to: kind) {
            throw CommandFailure(.definition(.text(problem)), at: options.span)
        }
        return try reply([Definition(field, of: kind)], Message.changedDefinition(of: field.name))
    }

    private func set(_ kind: Kind) throws -> Reply {
        guard kind.isOwn else { throw builtIn(command.subject) }
        let former = Definition(kind).text
        let changed = try changed(former, by: rest) { (text) throws(KindTextError) in
            try KindReader.kinds(in: text, isPart: true).first
        }
        guard let changed, changed.storedName == kind.storedName else {
            throw CommandFailure(
                .definition(.hasFixedName(kind.name, isField: false)), at: rest.span)
        }
        let whole = changed.having(kind.fields)
        let problem =
            context.problem(defining: changed)
            ?? context.reservedName(in: whole).map { .isReserved($0.name) }
            ?? whole.missingField.map { .noSuchField($0) }
        if let problem { throw CommandFailure(.definition(.text(problem)), at: rest.span) }
        return try reply([Definition(changed)], Message.changedDefinition(of: kind.name))
    }

    /// Runs `kind rename-field KIND FIELD NEW-NAME`.
    func renameField() throws -> Reply {
        let kind = try self.kind()
        let index = try field(command.field, of: kind)
        guard KindName.isValid(rest.value) else {
            throw CommandFailure(.definition(.text(.notAName(rest.value))), at: rest.span)
        }
        if KindName.isReserved(forNewField: rest.value) {
            throw CommandFailure(.definition(.text(.isReserved(rest.value))), at: rest.span)
        }
        if let other = kind.index(ofField: rest.value), other != index {
            throw CommandFailure(.definition(.text(.isTaken(rest.value))), at: rest.span)
        }
        let renamed = kind.renaming(index, to: rest.value)
        let former = kind.definitions
        let definitions = renamed.definitions.filter { !former.contains($0) }
        return try reply(
            definitions, Message.renamed(kind.fields[index].name, to: rest.value, of: kind))
    }

    /// Runs `kind retire-field KIND FIELD`.
    func retireField() throws -> Reply {
        let kind = try self.kind()
        let index = try field(command.field, of: kind)
        guard index != Kind.titleIndex else {
            throw CommandFailure(
                .definition(.isTitle(kind.fields[index].name)), at: command.field.span)
        }
        var fields = kind.fields
        fields[index.rawValue] = fields[index.rawValue].changed(isRetired: true)
        guard kind.having(fields).missingField == nil else {
            throw CommandFailure(
                .definition(.isUsed(fields[index.rawValue].name, kind: kind.name)),
                at: command.field.span)
        }
        let field = fields[index.rawValue]
        return try reply([Definition(field, of: kind)], Message.retired(field, of: kind))
    }

    /// Runs `kind retire KIND`.
    func retire() throws -> Reply {
        let kind = try self.kind()
        guard kind.isOwn else { throw builtIn(command.subject) }
        let retired = kind.having(kind.fields, isRetired: true)
        return try reply([Definition(retired)], Message.retired(kind))
    }

    // MARK: Parts

    private func kind() throws -> Kind {
        context.kinds[try context.kind(called: command.subject)]
    }

    /// Returns the position of a field that the library defines. Of several hidden fields with a
    /// name, it is the one that was added last.
    private func field(
        _ name: Spanned<String>, of kind: Kind, hidden: Bool = false
    ) throws -> FieldIndex {
        let index =
            kind.index(ofField: name.value)
            ?? (hidden ? kind.fieldIndices.last { kind.fields[$0].name == name.value } : nil)
        guard let index else {
            let near = Nearest.names(to: name.value, among: kind.shownFields.map(\.name))
            throw CommandFailure(
                .definition(.noSuchField(name.value, kind: kind.name, nearest: near)),
                at: name.span)
        }
        guard kind.fields[index].isOwn else { throw builtIn(name) }
        return index
    }

    private func builtIn(_ name: Spanned<String>) -> CommandFailure {
        CommandFailure(.definition(.isBuiltIn(name.value)), at: name.span)
    }

    private func perform(_ definitions: [Definition]) throws {
        try context.apply(try context.changes(defining: definitions))
    }

    private func reply(_ definitions: [Definition], _ text: TerminalText) throws -> Reply {
        let changes = try context.changes(defining: definitions)
        guard !changes.isEmpty else { return .text(Message.definedAlready) }
        return .sequence([.text(text)] + (try context.define(changes).map { .warning($0) }))
    }

    /// Returns the failure for a mistake in a text that consists of `prefix` and the rest of the
    /// line.
    private func failure(_ error: KindTextError, after prefix: String) -> CommandFailure {
        let shift = rest.span.lowerBound - prefix.utf8.count
        let low = min(
            max(error.span.lowerBound + shift, rest.span.lowerBound), rest.span.upperBound)
        let high = min(max(error.span.upperBound + shift, low), rest.span.upperBound)
        return CommandFailure(.definition(.text(error.problem)), at: low..<high)
    }

    /// Reads a definition with other options, and points at the options for a mistake.
    private func changed<Result>(
        _ text: String, by options: Spanned<String>,
        _ read: (String) throws(KindTextError) -> Result
    ) throws -> Result {
        func failure(_ error: KindTextError, _ span: Range<Int>) -> CommandFailure {
            let start = options.span.lowerBound
            return CommandFailure(
                .definition(.text(error.problem)),
                at: start + span.lowerBound..<start + span.upperBound)
        }
        let changed: String
        do throws(KindTextError) {
            changed = try KindReader.text(text, changedBy: options.value)
        } catch {
            throw failure(error, error.span)
        }
        do throws(KindTextError) {
            return try read(changed)
        } catch {
            let option = KindReader.option(at: error, in: changed)
            throw failure(error, KindReader.place(ofOption: option, in: options.value))
        }
    }
}
