import TroveCodecs
import TroveModel

/// A message that is not what the protocol says.
package struct WireError: Error, Sendable, Hashable {
    /// The member at fault, as a path: `operations.n`.
    package let member: String

    package init(_ member: String) {
        self.member = member
    }
}

/// Reads the members of a message; what is missing or of another sort is an error that names it.
struct WireReader {
    let json: JSON

    init(_ json: JSON) {
        self.json = json
    }

    func text(_ name: String) throws(WireError) -> String {
        guard let text = json[name]?.text else { throw WireError(name) }
        return text
    }

    /// A name that a program made, and that may stand in an address or a header as it is.
    func name(_ name: String) throws(WireError) -> String {
        let text = try text(name)
        let isPlain = text.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte == 0x5F
        }
        guard isPlain, (1...200).contains(text.utf8.count) else { throw WireError(name) }
        return text
    }

    /// A text that may be left out.
    func optionalText(_ name: String) throws(WireError) -> String? {
        guard let value = json[name], !value.isNull else { return nil }
        guard let text = value.text else { throw WireError(name) }
        return text
    }

    /// A whole number, 0 or more, that a real number can hold exactly.
    func count(_ name: String) throws(WireError) -> Int {
        guard let number = json[name]?.int, (0...1 << 53).contains(number) else {
            throw WireError(name)
        }
        return number
    }

    /// A version, 0 or more.
    func version(_ name: String) throws(WireError) -> Version {
        Version(rawValue: try count(name))
    }

    func flag(_ name: String) throws(WireError) -> Bool {
        guard let value = json[name] else { return false }
        guard let flag = value.bool else { throw WireError(name) }
        return flag
    }

    func id(_ name: String) throws(WireError) -> ItemID {
        guard let id = try ItemID(text(name)) else { throw WireError(name) }
        return id
    }

    /// A moment within some hundred thousand years.
    func moment(_ name: String) throws(WireError) -> Timestamp {
        guard let number = json[name]?.int, number.magnitude < 1 << 53 else {
            throw WireError(name)
        }
        return Timestamp(milliseconds: number)
    }

    /// A digest, as text in hexadecimal.
    func mark(_ name: String) throws(WireError) -> UInt64 {
        guard let mark = UInt64(try text(name), radix: 16) else { throw WireError(name) }
        return mark
    }

    func members(_ name: String) throws(WireError) -> [JSON.Member] {
        guard let members = json[name]?.members else { throw WireError(name) }
        return members
    }

    /// What stands in an object; an error in it is named with the object.
    func object<Value>(
        _ name: String, _ read: (WireReader) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        guard let value = try optionalObject(name, read) else { throw WireError(name) }
        return value
    }

    /// What stands in an object that may be left out.
    func optionalObject<Value>(
        _ name: String, _ read: (WireReader) throws(WireError) -> Value
    ) throws(WireError) -> Value? {
        guard let value = json[name] else { return nil }
        guard value.members != nil else { throw WireError(name) }
        do throws(WireError) {
            return try read(WireReader(value))
        } catch {
            throw WireError("\(name).\(error.member)")
        }
    }

    func list<Element>(
        _ name: String, _ read: (WireReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        guard let values = json[name]?.array else { throw WireError(name) }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values {
            do throws(WireError) {
                elements.append(try read(WireReader(value)))
            } catch {
                throw WireError("\(name).\(error.member)")
            }
        }
        return elements
    }

    /// One of the values of an enumeration.
    func word<Word: RawRepresentable<String>>(
        _ name: String, as type: Word.Type = Word.self
    ) throws(WireError) -> Word {
        guard let word = Word(rawValue: try text(name)) else { throw WireError(name) }
        return word
    }
}
