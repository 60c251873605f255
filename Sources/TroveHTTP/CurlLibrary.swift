import CCurl

/// The functions of libcurl, which is loaded when the first client is made and stays for good.
@safe
struct CurlLibrary: Sendable {
    /// The Debian package that libcurl comes in.
    private static let package = "libcurl4"

    /// Points to a table that is complete before anybody sees it, is never changed and never freed.
    nonisolated(unsafe) let functions: UnsafePointer<trove_curl>

    /// The library, or why there is none; it is loaded by who asks first.
    static let shared = load("libcurl.so.4")

    /// Loads the library that has a file name.
    static func load(_ name: String) -> Result<CurlLibrary, HTTPUnavailable> {
        let table = UnsafeMutablePointer<trove_curl>.allocate(capacity: 1)
        // The call fills the whole table or fails; its words are copied at once.
        if let reason = unsafe trove_curl_load(table, name) {
            let text = unsafe String(cString: reason)
            unsafe table.deallocate()
            return .failure(.cannotLoad(package: package, reason: text))
        }
        return unsafe .success(CurlLibrary(functions: UnsafePointer(table)))
    }

    /// libcurl's words for a result.
    func words(for code: CURLcode) -> String {
        // The text is a constant of the library.
        guard let text = unsafe functions.pointee.easy_strerror(code) else { return "" }
        return unsafe String(cString: text)
    }
}
