import TroveCodecs
import TroveModel

/// The kinds that the server checks, for looking up by the exact names that clients send.
struct ServerKinds: Sendable {
    let all: [ServerKind]
    private let byName: [String: ServerKind]

    init(_ kinds: Kinds) {
        all = kinds.all.map(ServerKind.init)
        byName = Dictionary(all.map { ($0.kind.name, $0) }) { first, _ in first }
    }

    /// Nil for a kind that the server keeps without understanding it.
    subscript(name: String) -> ServerKind? { byName[name] }
}

/// One of them.
final class ServerKind: Sendable {
    let kind: Kind
    /// The positions of the fields, by name.
    private let positions: [String: Int]
    /// The positions of those whose values are unique.
    let unique: [FieldIndex]

    init(_ kind: Kind) {
        self.kind = kind
        positions = Dictionary(kind.fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
        unique = kind.uniqueFields
    }

    func position(ofField name: String) -> Int? { positions[name] }

    /// Reads fields that a device sends, and writes their values as the kind does: what means the same
    /// is written alike then, and can be compared as it stands.
    ///
    /// - Parameters:
    ///   - members: the fields, by name.
    ///   - isAsSent: made false where a value was written otherwise.
    /// - Returns: one place for each field of the kind.
    /// - Throws: the rule that a value breaks.
    func read(
        _ members: inout [JSON.Member], isAsSent: inout Bool
    ) throws(RuleViolation) -> [Value?] {
        var values = [Value?](repeating: nil, count: kind.fields.count)
        for index in members.indices {
            guard let position = positions[members[index].name] else { continue }
            let field = kind.fields[position]
            let value = try field.value(from: members[index].value)
            values[position] = value
            switch field.content {
            // Each of these is written in one way.
            case .text, .choice, .integer: continue
            case .decimal, .date, .month, .ladder, .set: break
            }
            guard let json = value?.json, json != members[index].value else { continue }
            members[index].value = json
            isAsSent = false
        }
        return values
    }

    /// What an entry holds, one place for each field. A value that today's rules would not take is
    /// no reason against a change of another field: its place is left empty.
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
