import TroveCodecs

/// Checks that any bytes are parsed as JSON or rejected with a position, and that parsed values
/// survive a round trip.
func tryJSON(_ bytes: [UInt8]) {
    do throws(JSON.Failure) {
        requireSameness(of: try JSON(parsing: bytes))
    } catch {
        precondition((0...bytes.count).contains(error.offset), "\(error) in \(bytes.count) bytes")
        requireRightness(of: bytes[..<error.offset])
    }
}

/// Requires that a value survives writing and parsing, byte for byte.
private func requireSameness(of value: JSON) {
    let written = value.bytes
    guard let read = try? JSON(parsing: written) else {
        preconditionFailure("the written value is not readable: \(value.written)")
    }
    precondition(
        read == value && read.bytes == written,
        "the written value reads as another: \(value.written), \(read.written)")
}

/// Requires that the bytes before an error are JSON, or the beginning of JSON.
private func requireRightness(of bytes: ArraySlice<UInt8>) {
    do throws(JSON.Failure) {
        _ = try JSON(parsing: bytes)
    } catch {
        precondition(
            error == JSON.Failure(.endsEarly, at: bytes.count), "\(error) comes too early")
    }
}
