/// Random codes that people read, say and type.
enum TypableCode {
    /// 31 letters and digits that are hard to confuse.
    static let signs = Array("23456789abcdefghjkmnpqrstuvwxyz")
    /// The number of signs in a group.
    static let groupLength = 4

    /// Returns groups of random signs, joined by hyphens. A group has almost 20 bits.
    static func text(groups: Int, using random: inout some RandomNumberGenerator) -> String {
        var text = ""
        for index in 0..<groups * groupLength {
            if index > 0, index % groupLength == 0 { text += "-" }
            text.append(signs[Int.random(in: signs.indices, using: &random)])
        }
        return text
    }
}
