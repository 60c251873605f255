import TroveLanguage
import TroveModel
import TroveStore
import TroveSystem

/// A text that defines kinds, and what it changes in a library.
struct KindFile {
    /// The longest file, in bytes.
    static let limit = 1 << 20

    /// The path as typed.
    let path: String
    let kinds: [Kind]
    /// The definitions that the library needs, in the order of the text.
    let definitions: [Definition]

    /// Reads a file.
    ///
    /// - Throws: `CommandFailure` for a file that cannot be read, or for its first mistake.
    init(_ path: Spanned<String>, in context: any CommandContext) throws {
        let file = context.surroundings.expanding(path.value)
        guard !context.library.isKept(in: file) else {
            throw CommandFailure(.isLibrary(path.value), at: path.span)
        }
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(file, limit: Self.limit)
        } catch {
            throw CommandFailure(error, reading: path)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.definition(.notUTF8(path.value)), at: path.span)
        }
        do throws(KindTextError) {
            kinds = try KindReader.kinds(in: text.withoutByteOrderMark)
        } catch {
            throw Self.failure(error, in: text, path)
        }
        guard !kinds.isEmpty else {
            throw CommandFailure(.definition(.isEmpty(path.value)), at: path.span)
        }
        self.path = path.value
        var definitions: [Definition] = []
        for kind in kinds {
            do throws(KindTextError) {
                definitions += try Self.definitions(of: kind, text, context)
            } catch {
                throw Self.failure(error, in: text, path)
            }
        }
        self.definitions = definitions
    }

    private static func failure(
        _ error: KindTextError, in text: String, _ path: Spanned<String>
    ) -> CommandFailure {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = lines.indices.contains(error.line - 1) ? String(lines[error.line - 1]) : ""
        return CommandFailure(.definition(.file(path.value, error, line: line)), at: path.span)
    }

    /// Returns the definitions that give a library a kind: all of them for a new kind, else those
    /// that differ.
    private static func definitions(
        of kind: Kind, _ text: String, _ context: any CommandContext
    ) throws(KindTextError) -> [Definition] {
        func error(_ problem: KindTextError.Problem, at field: Field? = nil) -> KindTextError {
            KindReader.error(problem, at: kind.name, field?.name, in: text)
        }
        let kinds = context.kinds
        if let reserved = context.reservedName(in: kind) {
            throw error(.isReserved(reserved.name), at: reserved.field)
        }
        let index = kinds.index(ofStored: kind.storedName)
        guard let index, !kinds[index].isOwn else {
            if let problem = context.problem(defining: kind) { throw error(problem) }
            var kind = kind
            if let index {
                guard let renamed = kind.keepingTitle(of: kinds[index]) else {
                    let title = kinds[index].fields[Kind.titleIndex].name
                    throw error(.notFirst(title), at: kind.fields.first)
                }
                kind = renamed
            }
            return [Definition(kind)] + kind.fields.dropFirst().map { Definition($0, of: kind) }
        }
        let builtIn = kinds[index]
        guard kind.header == builtIn.header else { throw error(.isTaken(kind.name)) }
        var definitions: [Definition] = []
        for field in kind.fields {
            let known = builtIn.index(ofStored: field.storedName).map { builtIn.fields[$0] }
            if let known, !known.isOwn {
                guard known.definition == field.definition else {
                    throw error(.isTaken(field.name), at: field)
                }
                continue
            }
            if let problem = context.problem(adding: field, to: builtIn) {
                throw error(problem, at: field)
            }
            definitions.append(Definition(field, of: kind))
        }
        return definitions
    }
}

extension Kind {
    /// Returns the kind with its title in the column where the library has it: the first field is
    /// always the title, so another name renames it. Nil if the title of one of the two kinds is
    /// another field of the other.
    fileprivate func keepingTitle(of known: Kind) -> Kind? {
        let former = known.fields[Kind.titleIndex].storedName
        guard let title = fields.first, title.storedName != former else { return self }
        guard index(ofStored: former) == nil, known.index(ofStored: title.storedName) == nil else {
            return nil
        }
        return having([title.changed(storedName: former)] + fields.dropFirst())
    }
}

extension String {
    fileprivate var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}
