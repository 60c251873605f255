import TroveCodecs

/// Checks that any bytes are read or rejected as a picture, and that an accepted picture has a size
/// within the limits.
@c(LLVMFuzzerTestOneInput)
public func tryOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer lends `count` bytes for the duration of the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let header = try? PictureHeader(bytes) else { return 0 }
    precondition(header.width > 0 && header.height > 0, "a picture without a size")
    precondition(
        header.width * header.height <= PictureHeader.mostPixels, "a picture with too many pixels")
    return 0
}
