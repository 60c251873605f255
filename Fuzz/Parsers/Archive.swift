import TroveExchange
import TroveTesting

/// Checks that any file is read or rejected as an archive, and that a member yields its exact size
/// or is rejected.
func tryArchive(_ bytes: [UInt8]) {
    _ = ZipArchive.isArchive(bytes)
    guard let path = try? folder.get().write(bytes, to: "archive.zip"),
        let archive = try? ZipArchive(path: path)
    else { return }
    precondition(archive.members.count <= ZipArchive.maximumMembers, "too many members")
    for member in archive.members.prefix(20) {
        guard let source = try? archive.bytes(of: member) else { continue }
        var block = [UInt8](repeating: 0, count: 4096)
        var total = 0
        // A small file can claim to be large; reading 1 MiB of it is enough.
        while total < 1 << 20, let read = try? source.read(into: &block, from: 0), read > 0 {
            precondition(read <= block.count, "more bytes than the buffer holds")
            total += read
            precondition(total <= member.size, "more bytes than the member has")
        }
    }
}

private let folder = Result { try ScratchDirectory(name: "trove-fuzz") }
