import Testing
import TrovePostgres
import TroveTesting

/// A connection to a new database of the shared server.
func makeConnection(preparesStatements: Bool = true) throws -> PostgresConnection {
    try PostgresConnection(
        PostgresUnderTest.makeDatabase(), preparesStatements: preparesStatements)
}

/// Returns the error that `work` throws; nil, with a failure, if it throws none or another.
func error(
    sourceLocation: SourceLocation = #_sourceLocation, of work: () throws -> Void
) -> PostgresError? {
    do {
        try work()
        Issue.record("no error", sourceLocation: sourceLocation)
    } catch let error as PostgresError {
        return error
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
    return nil
}
