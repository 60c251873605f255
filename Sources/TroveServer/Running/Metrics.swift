import TroveModel
import TroveSystem

/// The metrics of a running server, in the text format of Prometheus.
final class Metrics: Sendable {
    private struct Key: Hashable {
        /// `Route.rawValue`, or `other` for a path that does not exist.
        let route: String
        let status: Int
    }

    private struct State {
        /// When this server last finished an upkeep, and how many failed.
        var upkeep: (end: Timestamp?, failures: Int) = (nil, 0)
        var requests: [Key: Int] = [:]
        /// For each route, the requests that took at most as long as each of `bounds`, and all.
        var durations: [String: [Int]] = [:]
        /// For each route, the sum of the durations in microseconds.
        var totals: [String: Int] = [:]
        var sentBytes = 0
    }

    /// The upper bounds of the buckets of durations, in microseconds and in seconds.
    private static let bounds: [(microseconds: Int, seconds: String)] = [
        (1000, "0.001"), (5000, "0.005"), (25_000, "0.025"), (100_000, "0.1"), (500_000, "0.5"),
        (2_500_000, "2.5"), (10_000_000, "10"), (60_000_000, "60"),
    ]

    private let state = Locked(State())
    /// When the server started, in seconds since 1970.
    private let start = WallClock.milliseconds / 1000

    /// Counts a request that has ended.
    func note(_ request: RequestRecord) {
        let route = Self.route(of: request)
        state.withLock { state in
            state.requests[Key(route: route, status: request.status ?? 0), default: 0] += 1
            state.totals[route, default: 0] += request.microseconds
            state.sentBytes += request.bytes
            var counts =
                state.durations[route] ?? Array(repeating: 0, count: Self.bounds.count + 1)
            for (place, bound) in Self.bounds.enumerated()
            where request.microseconds <= bound.microseconds {
                counts[place] += 1
            }
            counts[Self.bounds.count] += 1
            state.durations[route] = counts
        }
    }

    /// Counts an upkeep that this server has done.
    func noteUpkeep(failed: Bool, at time: Timestamp) {
        state.withLock { state in
            if failed { state.upkeep.failures += 1 } else { state.upkeep.end = time }
        }
    }

    private static func route(of request: RequestRecord) -> String {
        guard let method = request.method, let path = request.path,
            case .route(let route, _) = Route.match(method: method, path: path)
        else { return "other" }
        return route.rawValue
    }

    /// Writes all numbers.
    ///
    /// - Parameters:
    ///   - load: the current connections and polls.
    ///   - storeBytes: the size of the store and of its write-ahead log.
    ///   - storeLoad: the connections to the store that write, and those of them in use.
    ///   - storeFailures: how often the store could not be used.
    ///   - certificateExpiry: when the certificate expires; nil without one.
    /// - Returns: the text.
    func text(
        _ load: HTTPLoad, storeBytes: (file: Int, log: Int)?,
        storeLoad: (connections: Int, used: Int), storeFailures: Int, certificateExpiry: Timestamp?
    ) -> String {
        let state = state.withLock { $0 }
        var text = MetricsText()
        Self.addRequests(state, to: &text)
        Self.add(load, to: &text)
        if let storeBytes {
            text.begin("trove_store_bytes", "gauge", "Size of the store's files.")
            text.add(storeBytes.file, "file=\"store\"")
            text.add(storeBytes.log, "file=\"write-ahead-log\"")
        }
        text.begin(
            "trove_store_connections", "gauge",
            "Connections to the store that write. Requests wait if all are in use.")
        text.add(storeLoad.used, "state=\"used\"")
        text.add(storeLoad.connections - storeLoad.used, "state=\"free\"")
        text.begin(
            "trove_store_failures_total", "counter", "Requests that could not use the store.")
        text.add(storeFailures)
        if let end = state.upkeep.end {
            text.begin(
                "trove_upkeep_end_seconds", "gauge",
                "When this server last removed expired data, in seconds since 1970.")
            text.add(end.milliseconds / 1000)
        }
        text.begin(
            "trove_upkeep_failures_total", "counter", "Removals of expired data that failed.")
        text.add(state.upkeep.failures)
        if let certificateExpiry {
            text.begin(
                "trove_certificate_expiry_seconds", "gauge",
                "When the certificate expires, in seconds since 1970.")
            text.add(certificateExpiry.milliseconds / 1000)
        }
        addProcess(to: &text)
        text.begin("trove_build_info", "gauge", "The version of the server.")
        text.add(1, "version=\"\(ReleaseVersion.text)\"")
        return text.text
    }

    private static func addRequests(_ state: State, to text: inout MetricsText) {
        text.begin("trove_http_requests_total", "counter", "Requests that have ended.")
        for (key, count) in state.requests.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            text.add(count, "route=\"\(key.route)\",status=\"\(key.status)\"")
        }
        text.begin(
            "trove_http_request_seconds", "histogram",
            "Time from the request line to the last byte of the response.")
        for (route, counts) in state.durations.sorted(by: { $0.key < $1.key }) {
            for (place, bound) in (bounds.map(\.seconds) + ["+Inf"]).enumerated() {
                text.add(counts[place], "route=\"\(route)\",le=\"\(bound)\"", suffix: "_bucket")
            }
            let total = Double(state.totals[route] ?? 0) / 1_000_000
            text.add("\(total)", "route=\"\(route)\"", suffix: "_sum")
            text.add(counts[bounds.count], "route=\"\(route)\"", suffix: "_count")
        }
        text.begin("trove_http_sent_bytes_total", "counter", "Bytes of response bodies.")
        text.add(state.sentBytes)
    }

    private static func add(_ load: HTTPLoad, to text: inout MetricsText) {
        text.begin("trove_http_connections", "gauge", "Open connections.")
        text.add(load.connections)
        text.begin(
            "trove_http_refused_connections_total", "counter",
            "Connections of addresses that had too many.")
        text.add(load.refused)
        text.begin("trove_polls", "gauge", "Devices that wait for changes.")
        text.add(load.polls)
        text.begin("trove_slow_requests", "gauge", "Requests that wait for a password hash.")
        text.add(load.slow)
    }

    private func addProcess(to text: inout MetricsText) {
        text.begin(
            "process_start_time_seconds", "gauge", "When the server started, in seconds since 1970."
        )
        text.add(start)
        if let memory = ProcessUse.memory {
            text.begin("process_resident_memory_bytes", "gauge", "Resident memory.")
            text.add(memory)
        }
        if let time = ProcessUse.processorTime {
            text.begin("process_cpu_seconds_total", "counter", "Processor time.")
            text.add("\(Double(time) / 1000)", "", suffix: "")
        }
        if let count = ProcessUse.openFiles, let most = ProcessUse.maximumFiles {
            text.begin("process_open_fds", "gauge", "Open files, including connections.")
            text.add(count)
            text.begin("process_max_fds", "gauge", "The most files that may be open.")
            text.add(most)
        }
    }
}

/// Writes the text format of Prometheus.
private struct MetricsText {
    private(set) var text = ""
    private var name = ""

    mutating func begin(_ name: String, _ type: String, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    mutating func add(_ value: Int, _ labels: String = "", suffix: String = "") {
        add("\(value)", labels, suffix: suffix)
    }

    mutating func add(_ value: String, _ labels: String, suffix: String) {
        text += name + suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(value)\n"
    }
}
