import Glibc
import TroveSystem

/// The user's file of key bindings, `~/.editrc`, with commands of the editor in place of some of
/// libedit's own: those that draw or read lines themselves, which never appear, and those that use
/// libedit's history, which is empty. Lines that libedit cannot hold are left out.
enum EditLineFile {
    /// The longest file that is changed, in bytes: twice as much fits into a pipe.
    private static let longest = 32_768
    /// The longest line, in bytes: libedit copies texts to bind into 1,024 characters unchecked.
    private static let longestLine = 1000
    /// The commands of libedit that are replaced, each with its replacement.
    private static let replaced = [
        (command: "ed-clear-screen", by: "trove-clear"),
        (command: "ed-redisplay", by: "trove-redraw"),
        (command: "ed-command", by: EditLineHandle.noCommand),
        (command: "ed-quoted-insert", by: EditLineHandle.noCommand),
        (command: "vi-history-word", by: "trove-last-argument"),
        (command: "vi-histedit", by: "trove-edit"),
        (command: "vi-search-prev", by: "trove-search"),
        (command: "vi-search-next", by: "trove-search"),
    ]

    /// Calls `body` with the path that libedit must read; nil for the path that it finds itself.
    static func withPath(_ body: (String?) -> Void) {
        guard let path, let bytes = try? WholeFile.read(path, limit: longest),
            let changed = changed(bytes), let (reading, writing) = Descriptor.pipe()
        else { return body(nil) }
        let isWritten = Descriptor.write(changed, to: writing)
        close(writing)
        body(isWritten ? "/proc/self/fd/\(reading)" : nil)
        close(reading)
    }

    /// The path of the file, as libedit finds it.
    private static var path: String? {
        SystemCall.getenv("EDITRC") ?? SystemCall.getenv("HOME").map { $0 + "/.editrc" }
    }

    /// Returns the text with the editor's commands; nil if it stays as it is.
    private static func changed(_ text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        var isChanged = lines.contains { $0.count > longestLine }
        let kept = Array(lines.filter { $0.count <= longestLine }.joined(separator: [0x0A]))
        var rest = kept[...]
        while let byte = rest.first {
            if let (command, other) = replaced.first(where: { rest.starts(with: $0.command.utf8) })
            {
                result += Array(other.utf8)
                rest = rest.dropFirst(command.utf8.count)
                isChanged = true
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return isChanged ? result : nil
    }
}
