import TroveCodecs

/// Checks that any bytes are read or rejected as a picture, and that an accepted picture has a size
/// within the limits.
func tryPicture(_ bytes: [UInt8]) {
    guard let header = try? PictureHeader(bytes) else { return }
    precondition(header.width > 0 && header.height > 0, "a picture without a size")
    precondition(
        header.width * header.height <= PictureHeader.maximumPixels,
        "a picture with too many pixels")
}
