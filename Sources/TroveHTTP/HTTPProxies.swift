/// The proxies that the environment names, by the rules that libcurl has for its variables.
///
/// libcurl would read them itself for each request, on its thread; here they are read once, when a
/// client is made.
struct HTTPProxies: Sendable {
    /// For `http://`; empty when there is none. `HTTP_PROXY` does not count, as a CGI program could
    /// be given it by its client.
    let http: String
    /// For `https://`; empty when there is none.
    let https: String
    /// Where no proxy is asked, separated by commas: what the environment says, and this machine.
    let exceptions: String

    /// Reads the variables.
    init(environment: (String) -> String?) {
        func first(of names: String...) -> String? {
            for name in names {
                if let value = environment(name), !value.isEmpty { return value }
            }
            return nil
        }
        http = first(of: "http_proxy", "all_proxy", "ALL_PROXY") ?? ""
        https = first(of: "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY") ?? ""
        let given = first(of: "no_proxy", "NO_PROXY")
        // A lone asterisk stands for all hosts; in a list it stands for nothing.
        let isEverything = given == "*"
        let loopback = "localhost,127.0.0.0/8,::1"
        exceptions =
            isEverything ? "*" : [given, loopback].compactMap(\.self).joined(separator: ",")
    }

    /// The proxy for an address, empty when there is none.
    func proxy(for url: String) -> String {
        url.prefix(6).lowercased() == "https:" ? https : http
    }
}
