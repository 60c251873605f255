import TroveTesting

/// pgbench with the statements of the server, in pipeline mode. Each client is a user, whose last
/// operation is in the variable `seq`.
///
/// The statements get their values from variables, and their arrays from expressions, which
/// PostgreSQL evaluates.
final class Pgbench {
    private let address: String
    private let workshop: Workshop
    /// The SQL of each statement.
    private let statements: [String: String]
    private var runs = 0

    /// Prepares scripts for a database with the users 1, 2, 3 and so on, from a file of statements.
    init(_ address: String, statements path: String, in workshop: Workshop) throws {
        self.address = address
        self.workshop = workshop
        var statements: [String: String] = [:]
        var name = ""
        for line in try workshop.run("cat \"$1\"", path).lines {
            if line.hasPrefix("-- ") {
                name = String(line.dropFirst(3))
            } else {
                statements[name] = line
            }
        }
        self.statements = statements
    }

    /// Measures a command; each run has operations of its own.
    func measure(_ command: ServerStore.Command) throws -> Duration {
        runs += 1
        let lines = try command.verb == "push" ? push(command.size) : pull(command.size)
        let script = try workshop.write(lines.map { "\($0)\n" }, to: "pgbench.sql")
        let time = Int(command.seconds.rounded(.up))
        // As many threads as the load client has.
        let output = try workshop.run(
            """
            "$(ls -d /usr/lib/postgresql/*/bin/pgbench | sort -V | tail -n 1)" --no-vacuum \
                --protocol=prepared --jobs=1 "--client=$1" "--time=$2" "--define=seq=$3" \
                "--file=$4" "$5"
            """, "\(command.devices)", "\(time)", "\(runs * 10_000_000)", script, address
        ).text
        guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let rate = Double(line.dropFirst(6).prefix { !$0.isWhitespace }), rate > 0
        else { throw AnswersDiffer(answers: [output]) }
        return .seconds(1) / rate
    }

    /// Returns a statement with expressions in place of its parameters.
    private func statement(_ name: String, _ values: String...) throws -> String {
        guard var sql = statements[name] else { throw AnswersDiffer(answers: [name]) }
        for (place, value) in values.enumerated() {
            sql = sql.replacing("$\(place + 1)", with: value)
        }
        return "\(sql);"
    }

    private static let user = ":user"
    private static let device = "1"
    private static let token = """
        decode(lpad(to_hex(:user::bigint), 2, '0') || '00000000000000' || repeat('07', 24), 'hex')
        """
    private static let begin = ["\\set user :client_id + 1"]

    private func push(_ count: Int) throws -> [String] {
        let rows = "FROM generate_series(:first::bigint, :end::bigint) AS n"
        func array(_ value: String) -> String { "(SELECT array_agg(\(value)) \(rows))" }
        func same(_ value: String) -> String { "array_fill(\(value), ARRAY[\(count)])" }
        let numbers = array("n")
        let ids = array("lpad(to_hex(n), 32, '0')::uuid")
        let books = array(
            """
            '{"title":"The long way to the place number ' || n || '","author":"Ada Example","note":"A note of \
            some length, as people write them, where the book was bought, who recommended it and to whom it \
            was lent, and which chapters are worth a second look on a rainy day."}'
            """)
        return Self.begin + ["\\set first :seq + 1", "\\set end :seq + \(count)"]
            + [
                "\\startpipeline", try statement("begin"), try statement("lock", Self.user),
                try statement("state", Self.user),
                try statement("asking device", Self.user, Self.token),
                try statement("mark", Self.user, ":seq"),
                try statement("definitions", Self.user), try statement("followed", Self.user),
                try statement("find entries", Self.user, ids), "\\endpipeline", "\\startpipeline",
                try statement(
                    "keep entries", Self.user, ids, numbers, same("1::bigint"), same("0::bigint"),
                    same("'book'::text"), same("NULL::text"), books),
                try statement(
                    "ledger", Self.user, numbers, same("1::bigint"), numbers,
                    same("1767225600000::bigint"), same("1311768465173141112::bigint"), ids,
                    same("NULL::text"), same("NULL::uuid")),
                try statement(
                    "advance", Self.user, ":end", "1311768465173141112", ":end",
                    ":end::bigint * 600"),
                try statement(
                    "progress", Self.user, Self.device, ":end", ":seq", ":seq", "1767225600000"),
                try statement("commit"), "\\endpipeline", "\\set seq :end",
            ]
    }

    private func pull(_ count: Int) throws -> [String] {
        try Self.begin + [
            "\\startpipeline", statement("begin reading"), statement("state", Self.user),
            statement("mark", Self.user, "0"), statement("asking device", Self.user, Self.token),
            statement("page", Self.user, "\(count + 1)", "0"), "\\endpipeline", "\\startpipeline",
            statement("mark", Self.user, "\(count)"),
            statement("device name", Self.user, Self.device), statement("commit"),
            "\\endpipeline",
        ]
    }
}
