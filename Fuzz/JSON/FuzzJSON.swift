import TroveCodecs

/// Any bytes are JSON or are refused at a place; what is read is written and read as the same.
///
/// libFuzzer calls this for every input that it thinks of.
@c(LLVMFuzzerTestOneInput)
public func tryOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer lends `count` bytes for the time of the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    do throws(JSON.Failure) {
        requireSameness(of: try JSON(parsing: bytes))
    } catch {
        precondition((0...count).contains(error.offset), "\(error) is no place in \(count) bytes")
        requireRightness(of: bytes[..<error.offset])
    }
    return 0
}

/// The value is written and read as the same, byte for byte.
private func requireSameness(of value: JSON) {
    let written = value.bytes
    guard let read = try? JSON(parsing: written) else {
        preconditionFailure("what was written is not read: \(value.written)")
    }
    precondition(
        read == value && read.bytes == written,
        "what was written is read as another: \(value.written), \(read.written)")
}

/// What stands before a mistake is JSON, or the beginning of some.
private func requireRightness(of bytes: ArraySlice<UInt8>) {
    do throws(JSON.Failure) {
        _ = try JSON(parsing: bytes)
    } catch {
        precondition(
            error == JSON.Failure(.endsEarly, at: bytes.count), "\(error) is a mistake before")
    }
}
