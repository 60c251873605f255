/// A failure that PostgreSQL or the connection to it reported.
package struct PostgresError: Error, Sendable, Equatable {
    /// The failures that programs handle differently.
    package enum Reason: Sendable, Equatable {
        /// The connection failed, or the server cannot write. Close the connection, open
        /// another one and run the transaction again. A statement outside a transaction may have
        /// taken effect.
        case connection
        /// The transaction conflicts with another one. Roll it back and run it again.
        case serialization
        /// A row violates a unique constraint.
        case unique
        /// The server's disk is full.
        case full
        /// A lock or a connection is not available now.
        case busy
        /// The user may not do this.
        case permission
        /// A COMMIT failed or was not answered: the transaction may be committed or not.
        case unknownOutcome
        /// No answer within the time limit. If it was the client's limit, the connection is closed.
        case timedOut
        /// Any other failure.
        case other
    }

    /// What to do about it.
    package let reason: Reason
    /// The SQLSTATE, five characters; nil if the server sent none, for example because the
    /// connection broke.
    package let state: String?
    /// The message of the server or of libpq, in one line. It can quote values from the statement.
    package let message: String
    /// The name of the violated constraint, if there is one.
    package let constraint: String?

    /// The message with the SQLSTATE, for failures that are shown as they are.
    package var detail: String {
        guard let state else { return message }
        return "\(message) (SQLSTATE \(state))"
    }

    init(_ reason: Reason, state: String? = nil, message: String, constraint: String? = nil) {
        self.reason = reason
        self.state = state
        self.message = Self.inOneLine(message)
        self.constraint = constraint
    }

    /// Returns a message in one line. libpq puts its sentences on lines of their own, some of them
    /// without a full stop.
    private static func inOneLine(_ message: String) -> String {
        let lines = message.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
        return lines.enumerated().map { place, line in
            let ends = line.last.map { ".:;,?!".contains($0) } ?? true
            return ends || place == lines.count - 1 ? line : "\(line)."
        }.joined(separator: " ")
    }

    /// Creates the error of a SQLSTATE; without one, the connection is lost.
    init(state: String?, message: String, constraint: String? = nil) {
        self.init(
            Self.reason(of: state), state: state, message: message, constraint: constraint)
    }

    /// The error of a connection that was closed.
    static let closed = PostgresError(.connection, message: "the connection is closed")

    /// The same failure in a case where it is unknown whether the transaction was committed.
    var withUnknownOutcome: PostgresError {
        PostgresError(.unknownOutcome, state: state, message: message, constraint: constraint)
    }

    /// The codes are listed in "PostgreSQL Error Codes", appendix A of the manual.
    private static func reason(of state: String?) -> Reason {
        guard let state else { return .connection }
        return switch state {
        // The server is stopping or starting, became a standby, or closed a connection that was
        // idle for too long.
        case "57P01", "57P02", "57P03", "57P05", "25006", "25P03", "25P04": .connection
        case "40001", "40P01": .serialization
        case "23505": .unique
        case "53100": .full
        // A lock, an object in use, or too many connections.
        case "55P03", "55006", "53300": .busy
        case "42501": .permission
        case "57014": .timedOut
        case _ where state.hasPrefix("08"): .connection
        case _ where state.hasPrefix("28"): .permission
        default: .other
        }
    }
}
