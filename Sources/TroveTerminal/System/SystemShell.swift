package import Glibc
import TroveSystem

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// Runs commands of the system's shell in the foreground.
package enum SystemShell {
    /// Starts `/bin/sh -c command` with `input` as its standard input, and with other output
    /// descriptors where given. The arguments become `$1`, `$2` … of the command. Returns its
    /// process number, or nil on failure.
    ///
    /// The command starts with default signal handling: no signal is blocked, and SIGPIPE and
    /// SIGXFSZ, which this program may ignore, have their default dispositions. With `isOwnGroup`
    /// the keys of the terminal, such as Ctrl-C, do not reach it.
    package static func start(
        _ command: String, _ arguments: [String] = [], input: Int32 = STDIN_FILENO,
        output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO, isOwnGroup: Bool = false
    ) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // A descriptor that is not replaced may be closed or missing.
        for (given, standard) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)]
        where given != standard {
            unsafe posix_spawn_file_actions_adddup2(&actions, given, standard)
        }
        // Caught signals reset to the default in a child; ignored and blocked ones are inherited.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe sigaddset(&signals, SIGXFSZ)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let group = isOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
        let words: [String] = ["sh", "-c", command, "sh"] + arguments
        let pointers = unsafe words.map { unsafe strdup($0) }
        defer { unsafe pointers.forEach { unsafe free($0) } }
        // Without an argument the shell would read commands from `input`.
        guard unsafe pointers.allSatisfy({ unsafe $0 != nil }) else { return nil }
        keepFilesPrivate()
        var child: pid_t = 0
        // Both lists end with a null pointer, and this process never changes its environment.
        let result = unsafe posix_spawn(
            &child, "/bin/sh", &actions, &attributes, pointers + [nil], environ)
        return result == 0 ? child : nil
    }

    /// Waits for a process. Returns its exit status, 128 plus the signal that killed it, or 0 when
    /// no such child exists.
    package static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return 0 }
        }
        return exitStatus(status)
    }

    /// Waits for a process until a time of `MonotonicClock` or an interruption. Returns nil if it
    /// still runs then.
    static func wait(
        for child: pid_t, until deadline: Duration, _ isInterrupted: () -> Bool
    ) -> Int32? {
        while true {
            var status: Int32 = 0
            let found = unsafe waitpid(child, &status, WNOHANG)
            if found > 0 { return exitStatus(status) }
            if found < 0, errno != EINTR { return 0 }
            guard MonotonicClock.uptime < deadline, !isInterrupted() else { return nil }
            SystemThread.sleep(for: .milliseconds(5))
        }
    }

    /// The exit status, or 128 and the number of the signal, as a shell shows it.
    private static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// How often a process is sent SIGTSTP again, 20 ms apart, before it counts as ignoring it.
    private static let maximumReminders = 10

    /// Feeds a process, waits for it, and stops with it when it is stopped, as by Ctrl-Z. Calls
    /// `leaving` before stopping. Call `TerminalSignals.catchStop` before the process is started:
    /// the process stops first, so that it can restore the terminal.
    ///
    /// - Parameters:
    ///   - child: the process.
    ///   - feed: its input, which is closed when all is written or the process ends.
    ///   - leaving: restores the terminal.
    /// - Returns: As `wait(for:)`.
    static func wait(
        for child: pid_t, feeding feed: consuming PipeFeed, leaving: () -> Void
    ) -> Int32 {
        defer { TerminalSignals.leavePrompt() }
        var reminders = 0
        while true {
            if TerminalSignals.take(SIGTSTP) { reminders = maximumReminders }
            if reminders == 0 { feed.write(waiting: 50) }
            var status: Int32 = 0
            let mayBlock = reminders == 0 && feed.isDone
            let found = unsafe waitpid(child, &status, WUNTRACED | (mayBlock ? 0 : WNOHANG))
            if found < 0 {
                guard errno == EINTR else { return 0 }
                continue
            }
            if found == 0 {
                guard reminders > 0 else { continue }
                // `less` misses a Ctrl-Z that arrives just before it waits for a key.
                _ = poll(nil, 0, 20)
                kill(child, SIGTSTP)
                reminders -= 1
                continue
            }
            reminders = 0
            // The value that the WIFSTOPPED macro tests for.
            guard status & 0x7F == 0x7F else { return exitStatus(status) }
            leaving()
            if (status >> 8) & 0xFF == SIGTSTP {
                TerminalSignals.stopWithJob()
            } else {
                TerminalSignals.stop()
                TerminalSignals.catchStop()
            }
            // Another process may have continued only this one.
            kill(child, SIGCONT)
        }
    }

    /// Runs a closure with SIGPIPE ignored, so that `write` reports a closed pipe as an error.
    static func ignoringBrokenPipe<Result>(_ body: () -> Result) -> Result {
        var ignoring = sigaction()
        var before = sigaction()
        // The system copies both records; `before` holds the previous disposition.
        unsafe ignoring.__sigaction_handler.sa_handler = SIG_IGN
        unsafe sigaction(SIGPIPE, &ignoring, &before)
        defer { unsafe sigaction(SIGPIPE, &before, nil) }
        return body()
    }
}
