import TroveCodecs
import TroveModel

/// The kinds that the server checks, by the exact names that clients send.
struct ServerKinds: Sendable {
    let all: [ServerKind]
    private let byName: [String: ServerKind]

    /// Takes the kinds of a program. Definitions are left out: like the kinds that they define,
    /// they are stored without checks, so that newer devices may change their form. Only unique
    /// values are enforced (`OwnUniqueFields`).
    init(_ kinds: Kinds) {
        all = kinds.storedIndices.filter { $0 != kinds.definitions }.map { ServerKind(kinds[$0]) }
        byName = Dictionary(all.map { ($0.kind.storedName, $0) }) { first, _ in first }
    }

    /// Returns a kind; nil for an unknown one, which the server stores without checking.
    subscript(name: String) -> ServerKind? { byName[name] }
}

/// A kind with its fields indexed by name.
final class ServerKind: Sendable {
    let kind: Kind
    private let positions: [String: Int]
    let unique: [Field]
    /// The names of the fields of a loan, that of the borrower first.
    let loanFields: [String]

    init(_ kind: Kind) {
        self.kind = kind
        loanFields = kind.loanFields.map { kind.fields[$0].storedName }
        positions = Dictionary(kind.fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
        unique = kind.uniqueFields.map { kind.fields[$0] }
    }

    /// Returns the position of a field; nil if the kind has none of this name.
    func position(ofField name: String) -> Int? { positions[name] }

    /// Reads the fields that a device sent.
    ///
    /// - Parameter members: the fields, by name.
    /// - Returns: the value of each field of the kind, by position; and the fields with their
    ///   values in canonical form, so that equal values can be compared byte by byte, or nil if
    ///   they arrived in that form.
    /// - Throws: the rule that a value breaks.
    func read(
        _ members: [JSON.Member]
    ) throws(RuleViolation) -> (values: [Value?], rewritten: [JSON.Member]?) {
        var values = [Value?](repeating: nil, count: kind.fields.count)
        var rewritten: [JSON.Member]?
        for index in members.indices {
            guard let position = positions[members[index].name] else { continue }
            let field = kind.fields[position]
            let value = try field.value(from: members[index].value)
            values[position] = value
            switch field.content {
            // These have one form only.
            case .text, .choice, .integer: continue
            case .isbn, .decimal, .date, .month, .ladder, .set: break
            }
            guard let json = value?.json, json != members[index].value else { continue }
            var members = rewritten ?? members
            members[index].value = json
            rewritten = members
        }
        return (values, rewritten)
    }

    /// Returns the values of a stored entry, by position. A value that breaks today's rules reads
    /// as nil, so it does not block a change of another field.
    func values(of members: [JSON.Member]) -> [Value?] {
        var values = [Value?](repeating: nil, count: kind.fields.count)
        for member in members {
            guard let position = positions[member.name] else { continue }
            do throws(RuleViolation) {
                values[position] = try kind.fields[position].value(from: member.value)
            } catch {}
        }
        return values
    }
}
