import TroveExchange
import TroveModel

extension CommandContext {
    /// A request without choices. `add` and an import prefer the same kind.
    var importRequest: ImportRequest {
        var request = ImportRequest(kinds: kinds)
        request.preferredKind = currentKind
        return request
    }

    /// Returns the definitions of a file that the library lacks and can take, with the definitions
    /// of kinds first.
    func lacking(_ definitions: [Definition]) throws -> [Definition] {
        let living = try livingDefinitions()
        // Of several definitions of a field, the last one counts.
        var seen: Set<String> = []
        let new = definitions.reversed().filter {
            living[$0.subject] == nil && seen.insert($0.subject).inserted
        }.reversed()
        let kinds = new.filter { $0.field == nil && isAcceptable($0, []) }
        let known = Set(kinds.map(\.subject))
        return kinds + new.filter { $0.field != nil && isAcceptable($0, known) }
    }

    /// Returns whether a definition can be read, has no name that is taken, and is of a kind of the
    /// library or one of the new kinds.
    private func isAcceptable(_ definition: Definition, _ newKinds: Set<String>) -> Bool {
        guard let name = definition.field else {
            guard let kind = try? KindReader.kinds(in: definition.text, isPart: true).first else {
                return false
            }
            return kind.storedName == definition.subject && problem(defining: kind) == nil
        }
        guard let field = try? KindReader.field(in: definition.text), field.storedName == name
        else { return false }
        guard let index = kinds.index(ofStored: definition.kind) else {
            return newKinds.contains(definition.kind)
        }
        // A field of the program cannot be defined.
        if let field = kinds[index].index(ofStored: name), !kinds[index].fields[field].isOwn {
            return false
        }
        return problem(adding: field, to: kinds[index]) == nil
    }
}
