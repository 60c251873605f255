import Glibc
import TroveLoopback

/// A child process whose end can be polled for, and which never outlives its owner.
///
/// It leads its own session. Its controlling terminal is the pseudo-terminal if it has one;
/// otherwise it has none, wherever the tests run. All of its signals are unblocked and have their
/// default dispositions, whatever the test runner did with its own.
final class ChildProcess {
    /// The result of a process that has ended.
    struct Ending {
        let status: TerminationStatus
        /// `ru_maxrss`, in bytes.
        let peakMemory: Int
    }

    /// The standard streams of the process.
    enum Streams {
        case descriptors(input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor)
        /// The path of the terminal's slave side, which the child opens.
        case terminal(String)
    }

    /// The identifier of the process, its group and its session.
    let identifier: Int32
    private let endDescriptor: FileDescriptor
    /// How it ended; nil until that was noticed.
    private(set) var ending: Ending?

    /// Starts a process.
    ///
    /// - Throws: `SystemCallError` when that fails.
    init(_ launch: ProgramLaunch, streams: Streams) throws {
        identifier = try Self.spawn(launch, streams)
        do {
            endDescriptor = try Self.endDescriptor(of: identifier)
        } catch {
            _ = kill(identifier, SIGKILL)
            _ = waitpid(identifier, nil, 0)
            throw error
        }
    }

    deinit {
        end()
    }

    /// The `poll` request for the end of the process.
    var request: pollfd? {
        ending == nil ? pollfd(fd: endDescriptor.number, events: Int16(POLLIN), revents: 0) : nil
    }

    /// Sends a signal to the process; does nothing when it has ended.
    ///
    /// The identifier cannot belong to another process: it stays taken until the process was waited
    /// for, which sets `ending`.
    func send(_ signal: Signal) {
        guard ending == nil else { return }
        _ = kill(identifier, signal.rawValue)
    }

    /// Sends SIGHUP, as a terminal that goes away does, and blocks until the process has ended,
    /// but no longer than `limit`.
    func hangUp(within limit: Duration) {
        send(.hangUp)
        let deadline = Deadline(after: limit)
        while noticeEnd() == nil, let request, !deadline.hasPassed {
            guard (try? Poll.wait(for: [request], until: deadline)) != nil else { return }
        }
    }

    /// Checks whether the process has ended.
    @discardableResult
    func noticeEnd() -> Ending? {
        if ending == nil { reap(WNOHANG) }
        return ending
    }

    /// Kills the process and its process group, and waits for it.
    func end() {
        guard ending == nil else { return }
        send(.kill)
        reap(0)
    }

    private func reap(_ options: Int32) {
        var information = unsafe siginfo_t()
        // The first wait leaves the identifier taken, so that the process group of the same number
        // can be killed before the number is free. Both calls fill variables of this function and
        // keep no pointer to them.
        var result: Int32
        repeat {
            result = unsafe waitid(
                P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | options)
        } while result != 0 && errno == EINTR
        // Still zero if the process has not ended: `siginfo_t` starts as zeros.
        guard unsafe result == 0 && information.si_signo == SIGCHLD else { return }
        _ = kill(-identifier, SIGKILL)
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe wait4(identifier, &status, 0, &usage) == identifier else { return }
        ending = Ending(
            status: TerminationStatus(waitStatus: status), peakMemory: usage.ru_maxrss * 1024)
    }

    private static func endDescriptor(of process: Int32) throws -> FileDescriptor {
        let number = GNULibrary.pidfdOpen(process, 0)
        guard number >= 0 else { throw SystemCallError("pidfd_open") }
        return FileDescriptor(owning: number)
    }

    private static func spawn(_ launch: ProgramLaunch, _ streams: Streams) throws -> Int32 {
        // Actions and attributes are initialized before use, and destroyed after the call that
        // reads them. They copy the paths and sets passed to them.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        switch streams {
        case .descriptors(let input, let output, let errors):
            unsafe posix_spawn_file_actions_adddup2(&actions, input.number, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, output.number, 1)
            unsafe posix_spawn_file_actions_adddup2(&actions, errors.number, 2)
        case .terminal(let path):
            // The first terminal that a session leader opens becomes its controlling terminal.
            unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
            unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        // The test process may have inherited descriptors that are not close-on-exec.
        _ = unsafe GNULibrary.addClosing(&actions, from: 3)
        _ = unsafe GNULibrary.addChangeOfDirectory(&actions, launch.workingDirectory)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        var none = sigset_t()
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | 0x80
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        let environment = launch.environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        return try unsafe withCStrings([launch.path] + launch.arguments) { arguments in
            try unsafe withCStrings(environment) { environment in
                var identifier: Int32 = 0
                // Both lists end with a null pointer and live as long as these closures.
                let code = unsafe posix_spawn(
                    &identifier, launch.path, &actions, &attributes, arguments, environment)
                guard code == 0 else { throw SystemCallError("start \(launch.path)", code: code) }
                return identifier
            }
        }
    }

    /// Calls `body` with a null-terminated array of C strings that lives as long as the call.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
    ) throws -> Result {
        // Each copy is freed once, after the call. Out of memory, the list ends early.
        var pointers = unsafe strings.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return try unsafe pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { throw SystemCallError("strdup") }
            return try unsafe body(base)
        }
    }
}
