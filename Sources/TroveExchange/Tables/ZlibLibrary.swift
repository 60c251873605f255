import CZlib

/// The functions of zlib, which is loaded with the first archive and never unloaded.
@safe
struct ZlibLibrary: Sendable {
    /// The Debian package of zlib.
    static let package = "zlib1g"

    /// Points to a table that is complete on creation, never changed and never freed.
    nonisolated(unsafe) let functions: UnsafePointer<trove_zlib>

    /// The library, or why it cannot be loaded. The first access loads it.
    static let shared = load("libz.so.1")

    static func load(_ name: String) -> Result<ZlibLibrary, ReadFailure> {
        let table = UnsafeMutablePointer<trove_zlib>.allocate(capacity: 1)
        // The call fills the whole table or fails. Its message is copied at once.
        if let reason = unsafe trove_zlib_load(table, name) {
            let text = unsafe String(cString: reason)
            unsafe table.deallocate()
            return .failure(.cannotInflate(package: package, reason: text))
        }
        return unsafe .success(ZlibLibrary(functions: UnsafePointer(table)))
    }

    /// Continues the CRC-32 of earlier bytes.
    func checksum(_ checksum: UInt32, of bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { bytes in
            // The call reads exactly the bytes of the slice, which is far smaller than 4 GiB.
            unsafe UInt32(
                truncatingIfNeeded: functions.pointee.crc32(
                    UInt(checksum), bytes.bindMemory(to: UInt8.self).baseAddress,
                    UInt32(truncatingIfNeeded: bytes.count)))
        }
    }
}
