import CMicroHTTPD
import Glibc

/// The head of a request as libmicrohttpd has parsed it.
@safe
struct HeadReading {
    private(set) var fields: RequestHead
    /// The size in bytes, including the final empty line.
    let size: Int
    private var layout: HeadLayout
    /// The address of the head.
    private let start: UInt
    private let bytes: UnsafeRawBufferPointer

    /// Whether the head follows the rules that `HeadLayout` checks.
    var isTidy: Bool { layout.isTidy }

    /// Reads the head of the current request of a connection.
    ///
    /// The library stores the head contiguously, starting with the method, with the size that it
    /// reports, until the request ends. All its strings end in a NUL.
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
        // A string outside the head has no position in it, which the layout detects.
        unsafe layout.add(
            name: place(name), value: place(value), in: bytes.bindMemory(to: UInt8.self).span)
        unsafe fields.add(
            name: name.bindMemory(to: UInt8.self).span,
            value: value.bindMemory(to: UInt8.self).span)
    }
}

/// Adds one field to the `HeadReading` that the first argument points to, while the library
/// iterates over the fields.
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
