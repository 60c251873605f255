/// The proxies that the environment names, by libcurl's rules for the variables.
///
/// libcurl would read the variables for each request on its own thread; here they are read once per
/// client.
struct HTTPProxies: Sendable {
    /// The proxy for `http://`; empty for none. `HTTP_PROXY` is ignored, because the client of a
    /// CGI program can set it.
    let http: String
    /// The proxy for `https://`; empty for none.
    let https: String
    /// The hosts to connect to directly, separated by commas: those that the environment names, and
    /// this machine.
    let exceptions: String

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
        // A lone asterisk matches all hosts; in a list it matches none.
        let matchesAll = given == "*"
        let loopback = "localhost,127.0.0.0/8,::1"
        exceptions =
            matchesAll ? "*" : [given, loopback].compactMap(\.self).joined(separator: ",")
    }

    /// Returns the proxy for an address, empty for none.
    func proxy(for url: String) -> String {
        url.prefix(6).lowercased() == "https:" ? https : http
    }
}
