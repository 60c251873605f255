import TroveCodecs
import TroveServer

enum TestBlob {
    static func hash(of bytes: [UInt8]) -> String { BlobHash.hexadecimal(of: bytes) }
}
