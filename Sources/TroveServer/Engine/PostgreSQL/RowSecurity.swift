import TrovePostgres
import TroveWire

/// Row-level security, a second wall between users: PostgreSQL itself shows a transaction only the
/// rows of its user.
///
/// The server connects as the owner of the tables, who sees all rows. Before its first statement on
/// the rows of a user, a transaction takes a role that owns nothing, and names the user in a
/// setting that the policies of this role compare. Both end with the transaction. Statements that
/// look for a user, and commands of the operator, run as the owner.
enum RowSecurity {
    /// The role of the transactions of users. It cannot log in.
    static let role = "trove_rows"
    /// The setting that names the user.
    private static let setting = "trove.uid"
    /// The name of the policy on each table.
    private static let policy = "trove_own"

    /// Returns the statement that limits the transaction to the rows of a user, or ends the limit
    /// if `user` is nil.
    static func limit(to user: UserID?, on connection: PostgresConnection) -> PostgresStatement {
        guard let user else {
            return connection.prepare("SELECT set_config('role', 'none', true)")
        }
        let statement = connection.prepare(
            "SELECT set_config('role', '\(role)', true), set_config('\(setting)', $1, true)")
        statement.bind("\(user.rawValue)", at: 1)
        return statement
    }

    /// Creates the role, which all databases of the server share, and lets this user take it.
    static func createRole(_ connection: PostgresConnection) throws(PostgresError) {
        if try !hasRole(connection) {
            do throws(PostgresError) {
                try connection.execute("CREATE ROLE \(role) NOLOGIN")
            } catch {
                // A server on another database may have created it in the meantime.
                guard try hasRole(connection) else { throw error }
            }
        }
        // Since PostgreSQL 16, taking a role needs the option SET, which the user who created the
        // role does not have.
        let hasOption =
            try connection.integer(
                "SELECT (current_setting('server_version_num')::int >= 160000)::int") == 1
        let (right, option) = hasOption ? ("SET", " WITH SET TRUE") : ("MEMBER", "")
        let mayTake = try connection.integer("SELECT pg_has_role('\(role)', '\(right)')::int")
        if mayTake != 1 { try connection.execute("GRANT \(role) TO CURRENT_USER\(option)") }
    }

    private static func hasRole(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
        try connection.integer("SELECT count(*) FROM pg_roles WHERE rolname = '\(role)'") == 1
    }

    /// Adds the policies and the privileges that are missing, as after a restore without either.
    /// Other servers may be using the tables.
    static func addPolicies(_ connection: PostgresConnection) throws(PostgresError) {
        let mayUse = "has_schema_privilege('\(role)', current_schema(), 'USAGE')::int"
        if try connection.integer("SELECT \(mayUse)") != 1 {
            let schema = try connection.texts("SELECT quote_ident(current_schema())").first
            try connection.execute("GRANT USAGE ON SCHEMA \(schema ?? "public") TO \(role)")
        }
        let rights = ["SELECT", "INSERT", "UPDATE", "DELETE"]
        let hasAll = rights.map { "has_table_privilege('\(role)', relation.oid, '\($0)')" }
        let granted = try connection.texts(
            """
            SELECT relation.relname::text FROM pg_class AS relation
            JOIN pg_namespace AS space ON space.oid = relation.relnamespace
            WHERE space.nspname = current_schema() AND relation.relkind IN ('r', 'p')
                AND \(hasAll.joined(separator: " AND "))
            """)
        for table in UserQuery.Table.allCases where !granted.contains(table.rawValue) {
            try connection.execute("GRANT \(rights.joined(separator: ", ")) ON \(table) TO \(role)")
        }
        let present = try connection.texts(
            """
            SELECT tablename::text FROM pg_policies
            WHERE schemaname = current_schema() AND policyname = '\(policy)'
            """)
        for table in UserQuery.Table.allCases where !present.contains(table.rawValue) {
            try connection.execute(
                """
                ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
                CREATE POLICY \(policy) ON \(table) TO \(role)
                    USING (user_id = current_setting('\(setting)')::bigint)
                """)
        }
    }
}
