import CLinux
import Glibc
import TroveModel
package import TroveOptions
import TroveSQLite
import TroveSystem
import TroveWire

/// The program `trove-server`, from its arguments to its exit status.
package struct ServerProgram {
    private let variable: @Sendable (String) -> String?

    /// Creates the program with an environment.
    package init(variable: @escaping @Sendable (String) -> String?) {
        self.variable = variable
    }

    /// Creates the program with the environment of the process.
    package static func ofProcess() -> ServerProgram {
        ServerProgram { SystemCall.getenv($0) }
    }

    /// Runs the program until a signal ends it.
    ///
    /// - Returns: 0 after a signal to stop, 2 for a wrong command line, 4 if the store cannot be
    ///   used, 1 for any other failure.
    package func run(_ arguments: ProcessArguments) -> Int32 { status(of: arguments).rawValue }

    private func status(of arguments: ProcessArguments) -> ServerExitStatus {
        let options: ServerOptions
        do throws(CommandLineError) {
            options = try ServerOptions(try arguments.texts())
        } catch {
            return fail(ServerText.words(for: error), .usage)
        }
        let information = options.information
        if information.wantsHelp { return say(ServerText.help) }
        if information.wantsVersion { return say("\(ServerText.name) \(ReleaseVersion.text)\n") }
        if information.wantsManual { return say(ServerManual.page.text) }
        if let shell = information.completions {
            return say(shell.script(ServerText.name, ServerOptions.table))
        }
        do {
            switch options.task {
            case .serve: return try serve(options)
            case .invite: return try invite(options)
            case .backUp(let file): return try backUp(to: file, options)
            case .restore(let file): return try restore(file, options)
            case .user(let task): return try run(task, options)
            case .move(let address): return try move(to: address, options)
            case .migrate: return try migrate(options)
            case .describe: return try describe(options)
            case .check: return try check(options)
            case .reset: return try reset(options)
            }
        } catch let error as StoreError {
            return fail(ServerText.words(for: error), .store, options)
        } catch let error as ServerFailure {
            return fail(ServerText.words(for: error), error.status, options)
        } catch {
            return fail(("\(error)", nil), .failure, options)
        }
    }

    // MARK: Serving

    private func serve(_ options: ServerOptions) throws -> ServerExitStatus {
        ServerSignals.hold()
        // Pages and pushes have up to about a mebibyte.
        trove_keep_memory(4 << 20, 8 << 20)
        let certificates = try options.tls.map { tls throws(ServerFailure) in
            try CertificateStore(certificate: tls.certificate, key: tls.key)
        }
        let isOpen = certificates != nil || options.allowsInsecure
        let listener = try ListeningSocket(options.listen, forOthers: isOpen)
        let metricsListener: ListeningSocket? =
            if let address = options.metrics {
                try ListeningSocket(address, forOthers: true)
            } else {
                nil
            }
        let location = try store(options)
        let isNew = location.isMissing
        let isShared = location.isOpenElsewhere
        let store = try location.open()
        var limits = try limits(options)
        let rules = try rules(options, location)
        let log = try ServerLog(options.log)
        let news = location.news
        let handler = try handler(
            store, rules, log, probe: location.probe, noteChange: { news?.note($0) })
        limits.waitingThreads = try connect(handler, to: location, options, readers: limits.threads)
        let metrics = Metrics()
        let headCheck = HeadProbe.run()
        let notices = ConnectionNotices { log.note(.connection($0)) }
        let daemon = try HTTPDaemon(
            listener, handler: handler, limits: limits, certificates: certificates,
            headCheck: headCheck
        ) {
            // A load balancer sends a health check every second.
            if !$0.isGoodProbe { log.note(.request($0)) }
            metrics.note($0)
        } notice: {
            notices.note($0, at: Self.now)
        }
        try news?.start(waiting: { daemon.waiting }, wake: { daemon.wake($0) })
        let scheme = certificates == nil ? "http" : "https"
        log.note(.start(address: "\(scheme)://\(daemon.address)", store: location.name))
        note(location, isNew: isNew, isShared: isShared, in: log)
        if headCheck == .none { log.note(.uncheckedHeads) }
        announce(daemon.address, scheme: scheme, rules.classCode, options)
        let metricsDaemon: HTTPDaemon? =
            if let listener = consume metricsListener {
                try serve(
                    metrics, of: daemon, handler, certificates, location, headCheck, on: listener)
            } else {
                nil
            }
        defer { metricsDaemon?.stop() }
        try keepUp(handler, certificates, log, metrics)
        log.note(.stopping(awaitEnd(daemon, handler, certificates, options, log)))
        log.note(.stopped(isComplete: stop(daemon, handler)))
        log.close(within: .seconds(2))
        return .success
    }

    /// Prints where the server listens and, for a class, how its students sign up.
    private func announce(
        _ address: ListenAddress, scheme: String, _ code: ClassCode?, _ options: ServerOptions
    ) {
        _ = say("\(ServerText.name) listens on \(scheme)://\(address)\n")
        guard let code else { return }
        let page = ClassPage(
            listen: address, machine: MachineAddresses.all(), code: code,
            isEncrypted: scheme == "https", store: options.storePath)
        _ = say(page.text)
    }

    /// Logs what an operator should know about the store.
    private func note(_ location: StoreLocation, isNew: Bool, isShared: Bool, in log: ServerLog) {
        if isNew { log.note(.newStore(location.name)) }
        if location.isOpenToOthers { log.note(.openStore(location.name)) }
        if isShared { log.note(.sharedStore(location.name)) }
        if location.hasPassword { log.note(.openPassword) }
    }

    /// Returns the limits of connections, within those of the system for open files.
    private func limits(_ options: ServerOptions) throws(ServerFailure) -> HTTPLimits {
        var limits = HTTPLimits()
        limits.proxies = options.proxies
        // Descriptors for the store, the log, the metrics and libmicrohttpd.
        let reserve = 200
        let files = FileLimit.raise(to: limits.connections + reserve)
        limits.connections = min(limits.connections, files - reserve)
        // With fewer, libmicrohttpd may reach its own limit first, and hang.
        guard files >= 512 else { throw .tooFewFiles(files) }
        return limits
    }

    /// Returns the rules for accounts.
    private func rules(
        _ options: ServerOptions, _ location: StoreLocation
    ) throws -> SyncServer.Options {
        var rules = SyncServer.Options()
        rules.signup = options.signup
        if options.isForClass {
            rules.classCode = try ClassFile(store: location.file(for: "--classroom").path)
                .makeCode()
            // A class may share one address.
            rules.signupsPerHour = 1000
            rules.wrongPasswordsPerMinute = 200
        }
        return rules
    }

    /// Returns the server's answers to requests, which tell the log what happens.
    private func handler(
        _ store: sending ServerStore, _ rules: SyncServer.Options, _ log: ServerLog,
        probe: PostgresProbe?, noteChange: @escaping @Sendable (UserID) -> Void
    ) throws -> SyncServer {
        try probe?.start()
        return SyncServer(
            store: store, options: rules, now: { Self.now },
            noteDamage: { log.note(.damage(problem: $0)) },
            noteTrouble: { log.note($0.map { .trouble(problem: $0) } ?? .recovery) },
            noteAccount: { log.note(.account($0)) }, noteChange: noteChange,
            probe: probe.map { probe in { @Sendable in probe.fault(within: Self.probeLimit) } })
    }

    /// The most connections for reading the metrics, so that they leave descriptors to devices.
    private static let metricsConnections = 32

    /// The number of threads that push to a file, and so the most pushes that are committed
    /// together.
    private static let pushingThreads = 16

    /// Gives a server more connections to its store. Returns the number of threads that may wait.
    /// For a database, that is one per connection, and one more that refuses requests while all
    /// connections wait; for a file, those that wait for the commit of a push.
    private func connect(
        _ handler: SyncServer, to location: StoreLocation, _ options: ServerOptions,
        readers: Int
    ) throws -> Int {
        switch location {
        case .file(let file):
            for _ in 0..<readers { handler.add(reader: try file.openReader()) }
            return Self.pushingThreads
        case .database(let database):
            do throws(StoreFault) {
                for _ in 1..<options.connections { handler.add(try database.reopen()) }
            } catch {
                throw StoreError(error, path: location.name)
            }
            return options.connections + 1
        }
    }

    /// Serves the metrics on a separate address, and prints the address.
    private func serve(
        _ metrics: Metrics, of daemon: HTTPDaemon, _ server: SyncServer,
        _ certificates: CertificateStore?, _ store: StoreLocation, _ headCheck: HeadCheck,
        on listener: consuming ListeningSocket
    ) throws(ServerFailure) -> HTTPDaemon {
        let handler = MetricsHandler {
            metrics.text(
                daemon.load, storeBytes: store.bytes, storeLoad: server.pool.load,
                storeFailures: server.trouble.count, certificateExpiry: certificates?.expiry)
        }
        var limits = HTTPLimits()
        limits.connections = Self.metricsConnections
        // Close idle connections soon, so that they do not keep Prometheus out.
        limits.idle = .seconds(10)
        limits.timeout = .seconds(10)
        let metricsDaemon = try HTTPDaemon(
            listener, handler: handler, limits: limits, headCheck: headCheck)
        _ = say("\(ServerText.name) serves http://\(metricsDaemon.address)/metrics\n")
        return metricsDaemon
    }

    /// Collects garbage when it is due, and looks at the certificate once a day, on a thread that
    /// ends with the program.
    private func keepUp(
        _ handler: SyncServer, _ certificates: CertificateStore?, _ log: ServerLog,
        _ metrics: Metrics
    ) throws {
        try SystemThread.detach {
            var noted: Timestamp?
            while true {
                if noted.map({ Self.now.milliseconds - $0.milliseconds >= Self.day }) ?? true {
                    Self.noteExpiry(of: certificates, log)
                    noted = Self.now
                }
                do {
                    if try handler.keepUp() != nil {
                        metrics.noteUpkeep(failed: false, at: Self.now)
                    }
                } catch {
                    metrics.noteUpkeep(failed: true, at: Self.now)
                    log.note(.upkeep(problem: "\(error)"))
                }
                SystemThread.sleep(for: .seconds(SyncServer.upkeepLease))
            }
        }
    }

    /// Notes a certificate that has expired, or expires soon.
    private static func noteExpiry(of certificates: CertificateStore?, _ log: ServerLog) {
        guard let expiry = certificates?.expiry else { return }
        let left = expiry.milliseconds - now.milliseconds
        if left < expiryNotice { log.note(.expiry(expiry, isOver: left <= 0)) }
    }

    /// The milliseconds of a day.
    private static let day = 86_400_000

    /// How long before a certificate expires the log begins to say so, in milliseconds.
    private static let expiryNotice = 14 * day

    func store(_ options: ServerOptions) throws(ServerFailure) -> StoreLocation {
        if let store = options.store {
            return StoreLocation(
                store, preparesStatements: options.preparesStatements,
                hasRowSecurity: options.hasRowSecurity)
        }
        let folder = DataFolder(variable: variable)
        try folder.make()
        return StoreLocation(.file(folder.path + "/server.db"))
    }

    /// Serves until a signal asks to stop. After SIGTERM it drains for as long as the options say;
    /// another signal ends that. Returns the name of the signal.
    private func awaitEnd(
        _ daemon: HTTPDaemon, _ handler: SyncServer, _ certificates: CertificateStore?,
        _ options: ServerOptions, _ log: ServerLog
    ) -> String {
        let terminate = "SIGTERM"
        var deadline: Duration?
        while true {
            switch ServerSignals.next(until: deadline) {
            case .end(terminate) where options.drainSeconds > 0 && deadline == nil:
                log.note(.draining(seconds: options.drainSeconds))
                handler.drain()
                daemon.drain()
                deadline = MonotonicClock.uptime + .seconds(options.drainSeconds)
            case .end(let signal): return signal
            case nil: return terminate
            case .reload where daemon.hasTLS:
                do throws(ServerFailure) {
                    try daemon.reloadCertificate()
                    log.note(.certificate(problem: nil, expires: certificates?.expiry))
                } catch {
                    log.note(.certificate(problem: ServerText.words(for: error).text))
                }
                Self.noteExpiry(of: certificates, log)
            case .reload: continue
            }
        }
    }

    /// Stops the daemon and closes the store. Gives up after a time limit, since a response may be
    /// blocked by a disk that does not respond. Acknowledged data is durable either way.
    private func stop(_ daemon: HTTPDaemon, _ handler: SyncServer) -> Bool {
        let result = Monitor<Bool?>(nil)
        do throws(SystemThread.CannotStart) {
            try SystemThread.detach {
                let isComplete = daemon.stop()
                handler.close()
                result.withLock { $0 = isComplete }
                result.notify()
            }
        } catch {
            defer { handler.close() }
            return daemon.stop()
        }
        // The daemon itself gives up after `stopLimit`.
        let deadline = MonotonicClock.uptime + HTTPLimits().stopLimit + .milliseconds(500)
        return result.wait(until: deadline) { state, _ in state } ?? false
    }

    /// How long `/ready` waits for the database.
    private static let probeLimit = Duration.seconds(1)

    static var now: Timestamp { Timestamp(milliseconds: WallClock.milliseconds) }

    // MARK: Output

    /// Writes a text to standard output. Returns the exit status: 1 if it cannot be written.
    func say(_ text: String) -> ServerExitStatus {
        if Descriptor.write(ServerText.visible(text), to: STDOUT_FILENO) { return .success }
        // The reader has closed the pipe, as `head` does.
        if errno == EPIPE { return .failure }
        return fail(ServerText.cannotPrint(errno), .failure)
    }

    /// Writes why the server does not serve, as a line of its log if that is JSON, or why a command
    /// failed. Returns the exit status.
    private func fail(
        _ words: ServerText.Words, _ status: ServerExitStatus, _ options: ServerOptions
    ) -> ServerExitStatus {
        guard options.task == .serve, options.log == .json else { return fail(words, status) }
        let event = LogEvent.failure(problem: words.text, advice: words.advice)
        Descriptor.write(event.line(options.log, at: WallClock.milliseconds), to: STDERR_FILENO)
        return status
    }

    /// Writes an error to standard error. Returns the exit status.
    func fail(_ words: ServerText.Words, _ status: ServerExitStatus) -> ServerExitStatus {
        let advice = words.advice.map { "  \($0)\n" } ?? ""
        let text = ServerText.visible("\(ServerText.name): error: \(words.text)\n\(advice)")
        Descriptor.write(text, to: STDERR_FILENO)
        return status
    }
}
