/// Writes objects as a JSON array; with `isLines`, one on each line instead (JSON Lines).
package struct JSONArray: Sendable {
    /// Whether each object is on a line of its own, without brackets and commas.
    package let isLines: Bool
    private var isEmpty = true

    /// Begins an array, or with `isLines` a sequence of lines.
    package init(isLines: Bool) {
        self.isLines = isLines
    }

    /// Appends an object.
    package mutating func append(_ object: JSONText, into bytes: inout [UInt8]) {
        if !isLines { bytes.append(contentsOf: (isEmpty ? "[" : ",\n ").utf8) }
        isEmpty = false
        bytes.append(contentsOf: object.bytes)
        if isLines { bytes.append(0x0A) }
    }

    /// Appends the objects that were appended to another array, whose end is not written yet.
    package mutating func append(
        contentsOf other: JSONArray, _ objects: [UInt8], into bytes: inout [UInt8]
    ) {
        if other.isEmpty { return }
        let isFirst = isEmpty
        isEmpty = false
        if isFirst || isLines { return bytes.append(contentsOf: objects) }
        // The bracket before the first object becomes a comma.
        bytes.append(contentsOf: ",\n ".utf8)
        bytes.append(contentsOf: objects.dropFirst())
    }

    /// Closes the array.
    package mutating func finish(into bytes: inout [UInt8]) {
        if !isLines { bytes.append(contentsOf: (isEmpty ? "[]\n" : "]\n").utf8) }
    }
}
