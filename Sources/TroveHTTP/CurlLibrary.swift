import CCurl

/// The functions of libcurl, which the first client loads and which stays loaded.
@safe
struct CurlLibrary: Sendable {
    /// The Debian package that contains libcurl.
    private static let package = "libcurl4"

    /// A table that is complete before it is shared, and never changed or freed.
    nonisolated(unsafe) let functions: UnsafePointer<trove_curl>

    /// The library, or why it could not be loaded. Loaded at the first use.
    static let shared = load("libcurl.so.4")

    static func load(_ name: String) -> Result<CurlLibrary, HTTPUnavailable> {
        let table = UnsafeMutablePointer<trove_curl>.allocate(capacity: 1)
        // The call fills the whole table or fails; its message is copied at once.
        if let reason = unsafe trove_curl_load(table, name) {
            let text = unsafe String(cString: reason)
            unsafe table.deallocate()
            return .failure(.cannotLoad(package: package, reason: text))
        }
        return unsafe .success(CurlLibrary(functions: UnsafePointer(table)))
    }

    func message(for code: CURLcode) -> String {
        // The message is a constant of the library.
        guard let text = unsafe functions.pointee.easy_strerror(code) else { return "" }
        return unsafe String(cString: text)
    }
}
