/// The hashes by which the duplicates of an item are found. They follow from its values alone, so
/// any thread of the process can compute them.
package struct DuplicateFingerprint: Sendable {
    /// The hash of the ISBN; nil without one.
    let isbn: UInt32?
    /// The hashes of the title with the creator.
    let name: Name
    /// The hashes of the other meaning of the title; see `FoldedName.split`.
    let split: Name?

    /// The hashes of a title with its creator.
    struct Name: Sendable {
        let whole: UInt32
        /// The hash of the same title without a creator.
        let bare: UInt32

        /// Under this hash, an item with a creator is found by its title alone.
        var title: UInt32 { ~bare }
        var isBare: Bool { whole == bare }
        /// The hash of the items that have the same title and are not distinguished.
        var similar: UInt32 { isBare ? title : bare }
    }

    /// Computes the hashes of an item.
    ///
    /// - Parameters:
    ///   - traits: what identifies its duplicates.
    ///   - name: a buffer for the folded name, which is reused.
    init(_ traits: DuplicateTraits, in name: inout FoldedName) {
        traits.write(into: &name)
        isbn = traits.isbn.map { isbn in Self.hash { $0.combine(isbn) } }
        self.name = Self.hashes(of: name)
        split = name.split.map { Self.hashes(of: $0) }
    }

    private static func hashes(of name: FoldedName) -> Name {
        func part(_ range: Range<Int>) -> UInt32 {
            hash { hasher in
                // The range is within the buffer, which is only read during the call.
                unsafe name.bytes.withUnsafeBytes {
                    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))
                }
            }
        }
        let bare = part(name.bare)
        return Name(whole: name.isBare ? bare : part(name.bytes.indices), bare: bare)
    }

    private static func hash(_ feed: (inout Hasher) -> Void) -> UInt32 {
        var hasher = Hasher()
        feed(&hasher)
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}

extension DuplicateKey {
    /// Returns the hashes of an item with a value for each field.
    package func fingerprint(of values: [Value?]) -> DuplicateFingerprint {
        var name = FoldedName()
        return DuplicateFingerprint(traits { values[$0] }, in: &name)
    }
}
