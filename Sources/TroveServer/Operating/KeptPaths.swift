import Glibc
import TroveModel
import TroveSystem

/// The names for a store that is kept beside the one that replaces it.
enum KeptPaths {
    /// Returns the possible paths.
    ///
    /// - Parameters:
    ///   - path: the path of the store.
    ///   - reason: the word before the time, such as `before`.
    ///   - now: the time.
    /// - Returns: the paths in the order in which they should be tried: with the time in the name,
    ///   and then with a number, too.
    static func all(
        beside path: String, _ reason: String, at now: Timestamp
    ) -> some Sequence<String> {
        let moment = "\(now)".filter { $0 != ":" && $0 != "-" }
        return (1...).lazy.map { attempt in
            "\(path).\(reason)-\(moment)" + (attempt > 1 ? "-\(attempt)" : "")
        }
    }

    /// Returns the first of these paths without a file.
    static func free(beside path: String, _ reason: String, at now: Timestamp) -> String {
        all(beside: path, reason, at: now).first { SystemCall.access($0, F_OK) != 0 } ?? path
    }
}
