import TroveCodecs

/// Any bytes are a picture or are refused; what is a picture has a size within the limits.
///
/// libFuzzer calls this for every input that it thinks of.
@c(LLVMFuzzerTestOneInput)
public func tryOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer lends `count` bytes for the time of the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let header = try? PictureHeader(bytes) else { return 0 }
    precondition(header.width > 0 && header.height > 0, "a picture without a size")
    precondition(
        header.width * header.height <= PictureHeader.mostPixels, "a picture of too many pixels")
    return 0
}
