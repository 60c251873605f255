import TroveExchange
import TroveTesting

/// Any file is an archive or is refused; a member gives as many bytes as it has, or is refused.
///
/// libFuzzer calls this for every input that it thinks of.
@c(LLVMFuzzerTestOneInput)
public func tryOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer lends `count` bytes for the time of the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    _ = ZipArchive.isArchive(bytes)
    guard let path = try? folder.get().write(bytes, to: "archive.zip"),
        let archive = try? ZipArchive(path: path)
    else { return 0 }
    precondition(archive.members.count <= ZipArchive.mostMembers, "too many members")
    for member in archive.members.prefix(20) {
        guard let source = try? archive.bytes(of: member) else { continue }
        var block = [UInt8](repeating: 0, count: 4096)
        var total = 0
        // A small file may say that it is large; this much of it is enough.
        while total < 1 << 20, let read = try? source.read(into: &block, from: 0), read > 0 {
            precondition(read <= block.count, "more than there is room for")
            total += read
            precondition(total <= member.size, "more bytes than the member has")
        }
    }
    return 0
}

private let folder = Result { try ScratchDirectory(name: "trove-fuzz") }
