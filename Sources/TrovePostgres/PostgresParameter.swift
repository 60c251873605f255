/// The value of a parameter in PostgreSQL's binary format: numbers in network order, texts and
/// blobs as they are, a UUID as 16 bytes.
struct PostgresParameter {
    /// The type; for NULL that of the last other value.
    private(set) var type = PostgresType.unspecified
    private(set) var isNull = true
    /// The value; not meaningful for NULL.
    private(set) var bytes: [UInt8] = []

    mutating func setNull() {
        isNull = true
    }

    /// Sets the value to bytes in the format of the type.
    mutating func set(_ type: PostgresType, _ bytes: [UInt8]) {
        self.type = type
        isNull = false
        self.bytes = bytes
    }

    /// Sets the value to the bytes that `write` appends.
    mutating func set(_ type: PostgresType, write: (inout [UInt8]) -> Void) {
        self.type = type
        isNull = false
        bytes.removeAll(keepingCapacity: true)
        write(&bytes)
    }

    /// Sets the value to an array of one dimension; `write` appends an element.
    mutating func setArray<Element>(
        _ type: PostgresType, of elementType: PostgresType, _ elements: [Element?],
        write: (Element, inout [UInt8]) -> Void
    ) {
        set(type) { bytes in
            // The number of dimensions, whether there are NULLs (which the server ignores), and the
            // type of the elements. An empty array has no dimensions.
            bytes.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
            bytes.append(bigEndian: Int32(0))
            bytes.append(bigEndian: elementType.rawValue)
            guard !elements.isEmpty else { return }
            // The count, and the index of the first element.
            bytes.append(bigEndian: Int32(truncatingIfNeeded: elements.count))
            bytes.append(bigEndian: Int32(1))
            for element in elements {
                let start = bytes.count
                bytes.append(bigEndian: Int32(-1))
                guard let element else { continue }
                write(element, &bytes)
                let length = Int32(truncatingIfNeeded: bytes.count - start - 4)
                bytes.replaceSubrange(start..<start + 4, with: length.bytesInNetworkOrder)
            }
        }
    }

    func isText(_ text: String) -> Bool {
        !isNull && type == .text && bytes.elementsEqual(text.utf8)
    }
}

extension FixedWidthInteger {
    /// The bytes, the most significant first.
    fileprivate var bytesInNetworkOrder: some Collection<UInt8> {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).lazy
            .map { UInt8(truncatingIfNeeded: self >> Self($0)) }
    }
}

extension [UInt8] {
    mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
