import Glibc
import TroveSystem
import TroveTerminal

/// A temporary folder, which is removed when the stage closes or the program ends, even by SIGKILL.
final class StageFolder {
    /// The absolute path.
    let path: String
    private let guardian: Companion

    /// Removes a folder when its input ends. A server may still write to it at that moment, so it
    /// tries again.
    private static let removal = """
        cat >/dev/null; n=0
        while [ -e "$1" ] && [ $n -lt 200 ]; do
            rm -rf -- "$1" || sleep 0.05
            n=$((n + 1))
        done
        """

    /// Creates a folder in `TMPDIR`, or `/tmp`, that only this user can enter.
    ///
    /// - Throws: `StageFailure`.
    init() throws(StageFailure) {
        let chosen = SystemCall.getenv("TMPDIR") ?? ""
        let parent = chosen.isEmpty ? "/tmp" : chosen
        let name: String
        do {
            name = try Folder.makeNew(in: parent, named: "trove")
        } catch {
            throw .folder(parent, errno: error.number)
        }
        // Commands run in another folder, so the path must be absolute.
        let made = FilePath.resolved(name) ?? name
        guard let guardian = Companion(Self.removal, [made]) else {
            let number = errno
            SystemCall.rmdir(made)
            throw .folder(made, errno: number)
        }
        path = made
        self.guardian = guardian
    }

    /// Removes the folder, and returns when it is gone.
    func remove() { guardian.end() }
}
