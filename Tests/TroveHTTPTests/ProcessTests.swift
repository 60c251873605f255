import Glibc
import Testing
import TroveHTTP
import TroveLoopback
import TroveTesting

/// The client's effects on its process. Each test has its own process, because other tests use
/// threads and descriptors too.
@Suite struct ProcessTests {
    @Test func leavesNoThreadsAndNoDescriptors() async {
        await #expect(processExitsWith: .success) {
            func useClients(_ count: Int) throws {
                let server = try LoopbackServer { connection in
                    while let request = try connection.readRequest() {
                        if request.target == "/stall" { return connection.stall() }
                        try connection.reply()
                    }
                }
                for _ in 0..<count {
                    let client = try TestClient()
                    _ = try client.reply(to: HTTPRequest(.get, server.url("/reply")))
                    _ = client.start(HTTPRequest(.get, server.url("/stall")))
                    _ = client.start(HTTPRequest(.get, "http://localhost:\(server.port)/reply"))
                    client.client.wake(after: .seconds(10))
                }
            }
            // First load what libcurl loads and keeps.
            try useClients(2)
            let descriptors = try entries(of: "/proc/self/fd").count
            let threads = try entries(of: "/proc/self/task").count
            try useClients(30)
            // A joined thread, and one that resolved a name, disappear a moment later.
            try Waiting.until("the end of the thread") {
                try entries(of: "/proc/self/task").count <= threads
            }
            try Waiting.until("the closing of its descriptors") {
                try entries(of: "/proc/self/fd").count <= descriptors
            }
        }
    }

    @Test func itsThreadBlocksSignals() async {
        await #expect(processExitsWith: .success) {
            // The test's thread may block signals itself, and threads inherit that.
            var none = sigset_t()
            // The set is a variable of this function.
            unsafe sigemptyset(&none)
            unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
            let own = try blockedSignals("/proc/thread-self")
            let before = Set(try entries(of: "/proc/self/task"))
            let client = try TestClient()
            let added = Set(try entries(of: "/proc/self/task")).subtracting(before)
            // All that can be blocked: not SIGKILL and SIGSTOP.
            let all = (1...31).filter { $0 != SIGKILL && $0 != SIGSTOP }
            let masks = try added.map { try blockedSignals("/proc/self/task/\($0)") }
            #expect(masks.contains { mask in all.allSatisfy { mask & 1 << UInt64($0 - 1) != 0 } })
            #expect(try blockedSignals("/proc/thread-self") == own)
            client.client.close()
        }
    }

    @Test func itsSocketsAreNotInherited() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { $0.stall() }
            let client = try TestClient()
            _ = client.start(HTTPRequest(.get, server.url()))
            try Waiting.until("the connection") { server.connectionCount == 1 }
            let inherited = try entries(of: "/proc/self/fd").compactMap { Int32($0) }.filter {
                isInternetSocket($0) && fcntl($0, F_GETFD) & FD_CLOEXEC == 0
            }
            #expect(inherited == [])
            #expect(fcntl(client.client.descriptor, F_GETFD) & FD_CLOEXEC != 0)
            #expect(fcntl(client.client.descriptor, F_GETFL) & O_NONBLOCK != 0)
        }
    }

    /// OpenSSL cleans up at exit; a thread that still used it would crash.
    @Test func theProcessCanExitAtAnyTime() async throws {
        let server = try TLSServer()
        for delay: UInt32 in [0, 1, 2, 4, 8, 16] {
            await #expect(processExitsWith: .exitCode(7)) {
                [
                    url = server.url as String, file = server.authority as String,
                    delay = delay as UInt32
                ] in
                let client = try TestClient(caFile: file)
                for _ in 0..<20 { _ = client.start(HTTPRequest(.get, url)) }
                // There is no event to wait for: each round tries another moment.
                usleep(delay * 1000)
                exit(7)
            }
        }
    }

    @Test func namesTheMissingPackage() async {
        await #expect(processExitsWith: .success) {
            // Without descriptors, libcurl cannot be loaded.
            allowNoMoreDescriptors()
            let error = #expect(throws: HTTPUnavailable.self) {
                try HTTPClient(userAgent: "test", caFile: nil)
            }
            guard case .cannotLoad(let package, let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(package == "libcurl4")
            #expect(reason.contains("libcurl.so.4"))
        }
    }

    @Test func reportsThatNoDescriptorsAreLeft() async {
        await #expect(processExitsWith: .success) {
            let first = try HTTPClient(userAgent: "test", caFile: nil)
            let listening = try Socket.listen()
            let url = "http://127.0.0.1:\(try listening.port())/"
            allowNoMoreDescriptors()
            let error = #expect(throws: HTTPUnavailable.self) {
                try HTTPClient(userAgent: "test", caFile: nil)
            }
            guard case .noResources = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            // The second client has closed what it could open.
            useAllDescriptors()
            first.start(HTTPRequest(.get, url), id: 1)
            #expect(first.wait(atMost: TestClient.limit))
            let event = try #require(first.takeEvents().first)
            guard case .finished(1, .failure(.other), false) = event else {
                Issue.record("\(event)")
                return
            }
        }
    }
}

/// Limits the process to the descriptors that it has open.
private func allowNoMoreDescriptors() {
    let next = dup(STDIN_FILENO)
    close(next)
    var limit = rlimit(rlim_cur: rlim_t(next), rlim_max: 1024)
    // One record, which the system copies.
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    useAllDescriptors()
}

/// Opens all descriptors that the limit leaves.
private func useAllDescriptors() {
    while dup(STDIN_FILENO) >= 0 {}
}

/// Returns the names in a directory.
private func entries(of path: String) throws -> [String] {
    guard let directory = unsafe opendir(path) else { throw NoEvent() }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    // An entry is valid until the next `readdir` of this directory, which stays open to the end.
    while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            // `readdir` terminates the name with a zero within the field, which has 256 bytes.
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                unsafe String(cString: $0)
            }
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}

/// Returns the signals that a thread blocks: bit 0 is signal 1.
private func blockedSignals(_ thread: String) throws -> UInt64 {
    guard let file = unsafe fopen(thread + "/status", "r") else { throw NoEvent() }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    // Stores at most as many bytes as the array has, including the final zero.
    while unsafe fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        if text.hasPrefix("SigBlk:") {
            return UInt64(text.dropFirst(7).filter { $0.isHexDigit }, radix: 16) ?? 0
        }
    }
    throw NoEvent()
}

/// Whether a descriptor is a TCP socket.
private func isInternetSocket(_ descriptor: Int32) -> Bool {
    var family: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    // The number and its size are variables of this function.
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0
        && family == AF_INET
}
