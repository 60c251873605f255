import CMicroHTTPD
import Glibc

/// A request's head as the library has read it.
@safe
struct HeadReading {
    private(set) var fields: RequestHead
    /// Its bytes, with the empty line.
    let size: Int
    private var layout: HeadLayout
    /// Where it begins in memory.
    private let start: UInt
    private let bytes: UnsafeRawBufferPointer

    /// Whether the head follows the rules that `HeadLayout` checks.
    var isTidy: Bool { layout.isTidy }

    /// Reads the head of the request that a connection is at.
    ///
    /// The library has the head in one piece, which begins with the method, has the size it says,
    /// and stays until the end of the request; all its texts end in a zero.
    init(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>, target: UInt, _ targetCount: Int, limit: Int
    ) {
        let start = UInt(bitPattern: method)
        self.start = start
        size = unsafe trove_httpd_head_size(connection)
        unsafe bytes = UnsafeRawBufferPointer(start: method, count: min(size, limit))
        func place(_ address: UInt, _ count: Int) -> Range<Int> {
            let begin = Int(bitPattern: address &- start)
            return begin..<begin + count
        }
        fields = RequestHead(version: unsafe String(cString: version))
        layout = HeadLayout(
            size: size, method: unsafe strlen(method), target: place(target, targetCount),
            version: place(UInt(bitPattern: version), unsafe strlen(version)))
        unsafe withUnsafeMutablePointer(to: &self) { reading in
            _ = unsafe MHD_get_connection_values_n(
                connection, .HEADER_KIND, takeField, reading)
        }
    }

    fileprivate mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        func place(_ text: UnsafeRawBufferPointer) -> Range<Int> {
            let begin = Int(bitPattern: UInt(bitPattern: text.baseAddress) &- start)
            return begin..<begin + text.count
        }
        // What the library found outside of the head has no place in it, which the layout notices.
        unsafe layout.add(
            name: place(name), value: place(value), in: bytes.bindMemory(to: UInt8.self).span)
        unsafe fields.add(
            name: name.bindMemory(to: UInt8.self).span,
            value: value.bindMemory(to: UInt8.self).span)
    }
}

/// Takes one field for `HeadReading`, which is what the first argument points to while the fields are
/// gone through.
private func takeField(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ nameCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
    guard let context = unsafe context else { return .NO }
    unsafe context.assumingMemoryBound(to: HeadReading.self).pointee.add(
        name: UnsafeRawBufferPointer(start: name, count: nameCount),
        value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount))
    return .YES
}
