/// A statement that is prepared on the server, for parameters of some types.
final class PostgresPlan {
    /// The name on the server, unique to the connection.
    let name: String
    let types: [PostgresType]

    init(name: String, types: [PostgresType]) {
        self.name = name
        self.types = types
    }

    /// Whether the parameters can be sent to this plan: the server reads each in the format of the
    /// type that it was prepared with. NULL has the same format in all types.
    func fits(_ parameters: [PostgresParameter]) -> Bool {
        types.count == parameters.count
            && zip(types, parameters).allSatisfy { $1.isNull || $0 == $1.type }
    }
}
