import TroveSystem

/// The file beside a store that marks it as a class's, and keeps the class's code across restarts.
struct ClassFile {
    /// The path of the store.
    let store: String

    /// The path of the file.
    var path: String { store + "-class" }

    /// The most bytes that are read.
    private static let longest = 100

    /// Returns the code; nil if the store is not a class's.
    ///
    /// - Throws: `ServerFailure.cannotRead`; `ServerFailure.noClassCode` for another text, so that
    ///   it is not replaced by a new code while the students have the old one.
    func code() throws(ServerFailure) -> ClassCode? {
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: Self.longest)
        } catch {
            guard error != .isMissing else { return nil }
            throw .cannotRead(path, error.number)
        }
        guard let code = ClassCode(typed: String(decoding: bytes, as: UTF8.self)) else {
            throw .noClassCode(path)
        }
        return code
    }

    /// Returns the code, and creates one if there is none.
    ///
    /// - Throws: `ServerFailure.cannotRead`, `ServerFailure.noClassCode`,
    ///   `ServerFailure.cannotMake`.
    func makeCode() throws(ServerFailure) -> ClassCode {
        if let code = try code() { return code }
        var random = SystemRandomNumberGenerator()
        let code = ClassCode(using: &random)
        do throws(WholeFile.Failure) {
            try WholeFile.write(Array((code.text + "\n").utf8), to: path, isDurable: true)
        } catch {
            throw .cannotMake(path, error.number)
        }
        return code
    }
}
