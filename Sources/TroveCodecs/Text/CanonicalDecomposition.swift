import CUTF8Proc

/// The canonical decomposition of text (NFD, Unicode annex 15), by utf8proc.
package enum CanonicalDecomposition {
    /// Calls a closure with each scalar of the decomposition, in canonical order.
    ///
    /// Characters that the installed utf8proc does not know are passed on unchanged.
    package static func forEachScalar(of text: String, _ body: (Unicode.Scalar) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
            // A character of n bytes has at most 2n scalars, but this is not guaranteed.
            var room = 2 * bytes.count
            while let needed = unsafe decompose(start, bytes.count, room: room, body) {
                room = needed
            }
        }
    }

    /// Decomposes into a buffer of `room` scalars, and calls the closure if they suffice.
    ///
    /// - Returns: the number of scalars, if it exceeds `room`; nil when done.
    private static func decompose(
        _ start: UnsafePointer<UInt8>, _ count: Int, room: Int, _ body: (Unicode.Scalar) -> Void
    ) -> Int? {
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: room) { buffer in
            guard let scalars = buffer.baseAddress else { return nil }
            // The call reads `count` bytes, writes at most `room` scalars, and keeps no pointer.
            let needed = unsafe trove_decompose(start, count, scalars, room)
            guard needed <= room else { return needed }
            // A string is valid UTF-8, so the call does not fail.
            for index in 0..<max(0, needed) {
                if let scalar = unsafe Unicode.Scalar(UInt32(bitPattern: buffer[index])) {
                    body(scalar)
                }
            }
            return nil
        }
    }
}
