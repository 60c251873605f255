import TroveCodecs
import TroveModel
import TroveWire

/// The values of fields that must be unique, of built-in kinds and of those that a user defines.
extension PushTransaction {
    /// Returns the names in the fields of an entry of an operation's kind.
    func names(in members: [JSON.Member], of operation: CheckedOperation) -> [UniqueName] {
        let kind = operation.operation.kind
        var fields = operation.kind?.unique ?? []
        if let own = ownFields.fields[kind] {
            fields += own.filter { operation.kind?.position(ofField: $0.storedName) == nil }
        }
        return fields.isEmpty ? [] : UniqueName.all(of: fields, kind: kind, in: members)
    }

    /// Throws a rejection if a name belongs to another entry.
    func check(_ names: [UniqueName], of id: ItemID) throws {
        for name in names where policy.isTaken(by: try nameRows.owner(of: name), for: id) {
            throw Rejection.nameTaken(field: name.field.name, name.text)
        }
    }

    private static let definitionCount = UserQuery.select(
        "count(*)", from: .entries, where: "kind = 'definition' AND deleted = 0")

    /// Throws a rejection if an operation would create one definition too many. All earlier ones
    /// are saved.
    func checkDefinitions(with operation: CheckedOperation) throws {
        guard operation.operation.kind == Kind.definition.storedName else { return }
        let statement = try scope.statement(Self.definitionCount)
        defer { statement.reset() }
        guard try statement.step(), statement.integer(0) < Limits.definitions else {
            throw Rejection.tooManyDefinitions(limit: Limits.definitions)
        }
    }

    /// Reads the user's definitions, and follows those that have changed.
    mutating func readDefinitions() throws {
        try save()
        ownFields = try OwnUniqueFields(OwnUniqueFields.reading(scope))
        try follow(OwnUniqueFields.followed(OwnUniqueFields.readingFollowed(scope)))
    }

    /// Reserves and releases names, if the definitions are not those that `names` follows.
    func follow(_ followed: [OwnUniqueFields.Name]) throws(StoreFault) {
        try nameRows.follow(ownFields, after: followed)
    }
}
