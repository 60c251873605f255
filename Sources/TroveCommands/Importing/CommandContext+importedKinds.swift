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
        let new = definitions.filter { living[$0.subject] == nil && isAcceptable($0) }
        return new.filter { $0.field == nil } + new.filter { $0.field != nil }
    }

    /// Returns whether a definition can be read, and has no name that is taken.
    private func isAcceptable(_ definition: Definition) -> Bool {
        guard let name = definition.field else {
            guard let kind = try? KindReader.kinds(in: definition.text, isPart: true).first else {
                return false
            }
            return kind.storedName == definition.subject && problem(defining: kind) == nil
        }
        guard let field = try? KindReader.field(in: definition.text), field.storedName == name
        else { return false }
        guard let index = kinds.index(ofStored: definition.kind) else { return true }
        return problem(adding: field, to: kinds[index]) == nil
    }
}
