/// The last start of the system: what has not reached the disk is lost only with the next one.
package enum SystemStart {
    /// A text that differs after each start of the system (`random(4)`); nil if it is not known.
    package static let identifier: String? = {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let bytes = try? WholeFile.read(path, limit: 128, from: .stream) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        return text.isEmpty ? nil : String(text)
    }()
}
