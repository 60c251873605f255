import Glibc
import Synchronization
import TroveSystem

// A signal may arrive on any thread, including one that a library started. The handler therefore
// only sets a bit and writes to a pipe. The editor polls the other end of the pipe together with
// the terminal, which avoids the race before `poll` and makes the thread irrelevant. Handlers are
// installed without SA_RESTART, so a command that waits in a system call gets EINTR.

/// The signals that the user or the system sends to the shell.
///
/// `SIGINT`, `SIGTERM` and `SIGHUP` are caught from `watch()` on; a running command polls
/// `isInterrupted`. The others are caught only at the prompt.
package enum TerminalSignals {
    /// One bit per caught signal; bit numbers are signal numbers.
    fileprivate static let pending = Atomic<UInt64>(0)
    /// The write end of the pipe, used by the handler; -1 before `watch()`.
    fileprivate static let wakeup = Atomic<Int32>(-1)
    /// When the first `SIGTERM` came, in seconds of the monotonic clock; 0 before.
    fileprivate static let firstTermination = Atomic<Int>(0)
    /// How many seconds after the first `SIGTERM` another one ends the program at once. `timeout`
    /// and others send two at the same time.
    fileprivate static let gracePeriod = 2
    /// The read end of the pipe, polled by the editor; -1 before `watch()`.
    private static let source = Atomic<Int32>(-1)

    private static let always = [SIGINT, SIGTERM, SIGHUP]
    private static let atPrompt = [SIGWINCH, SIGTSTP, SIGCONT, SIGQUIT]

    /// Installs the handlers. Further calls do nothing.
    ///
    /// An ignored `SIGHUP` stays ignored, as `nohup` requires, and so does an ignored `SIGINT`
    /// until there is a prompt: a shell without job control starts programs in the background with
    /// it.
    package static func watch() {
        guard wakeup.load(ordering: .acquiring) < 0 else { return }
        guard let ends = Descriptor.pipe() else { return }
        // The handler must not block on a full pipe, nor the editor on an empty one.
        _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
        _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
        source.store(ends.reading, ordering: .releasing)
        wakeup.store(ends.writing, ordering: .releasing)
        for signal in always where signal == SIGTERM || !isIgnored(signal) {
            catchSignal(signal)
        }
    }

    /// Whether Ctrl-C was pressed since the last `clearInterrupt()`.
    package static var isInterrupted: Bool { isPending(SIGINT) }

    /// Whether a wait must end because of Ctrl-C or a signal that ends the program.
    package static var endsWait: Bool { isInterrupted || termination != nil }

    /// Makes a Ctrl-C that ended a question end the command as well, and the script that contains
    /// it.
    package static func interrupt() { note(SIGINT) }

    /// Forgets an earlier Ctrl-C, before a command starts.
    package static func clearInterrupt() { take(SIGINT) }

    /// The signal that asks the shell to exit, `SIGTERM` or `SIGHUP`; nil when neither has come.
    package static var termination: Int32? {
        if isPending(SIGHUP) { return SIGHUP }
        return isPending(SIGTERM) ? SIGTERM : nil
    }

    /// A descriptor that is readable after a signal was caught; -1 before `watch()`.
    package static var descriptor: Int32 { source.load(ordering: .acquiring) }

    /// Empties the pipe, before the bits are read.
    static func drain() {
        _ = Descriptor.read(descriptor, limit: 512)
    }

    /// Whether a signal was caught and not yet taken.
    static func isPending(_ signal: Int32) -> Bool {
        pending.load(ordering: .acquiring) & bit(signal) != 0
    }

    /// Takes a caught signal. Returns false when it has not come.
    @discardableResult
    static func take(_ signal: Int32) -> Bool {
        let before = pending.bitwiseAnd(~bit(signal), ordering: .acquiringAndReleasing).oldValue
        return before & bit(signal) != 0
    }

    /// Catches the signals that matter only at the prompt.
    static func enterPrompt() {
        for signal in atPrompt + [SIGINT] { catchSignal(signal) }
    }

    /// Restores the prompt's signals, so that Ctrl-Z and Ctrl-\ stop or end a running command.
    static func leavePrompt() {
        for signal in atPrompt {
            useDefault(signal)
            take(signal)
        }
    }

    /// Stops the process as Ctrl-Z does, and returns when it continues.
    static func suspend() {
        stop()
        catchSignal(SIGTSTP)
    }

    /// Stops the process where Ctrl-Z is not caught, and returns when it continues.
    static func stop() {
        useDefault(SIGTSTP)
        raise(SIGTSTP)
    }

    /// Stops the process after Ctrl-Z has stopped another one of its job, and returns when it
    /// continues. Ctrl-Z stays caught, so one that comes right then is not missed. SIGSTOP cannot
    /// be ignored, but since the other process was stopped, there is a shell that can continue the
    /// job.
    static func stopWithJob() {
        // The Ctrl-Z that stopped the other process.
        take(SIGTSTP)
        raise(SIGSTOP)
    }

    /// Catches Ctrl-Z until `leavePrompt`, while another process of the job gets it too.
    static func catchStop() {
        take(SIGTSTP)
        catchSignal(SIGTSTP)
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        // `action` outlives the call. SIG_IGN is the value 1 in place of a function.
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        let handler = unsafe action.__sigaction_handler.sa_handler
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func catchSignal(_ signal: Int32) {
        var action = sigaction()
        // `note` is async-signal-safe and captures nothing; the system copies `action`.
        unsafe action.__sigaction_handler.sa_handler = { note($0) }
        unsafe sigaction(signal, &action, nil)
    }

    fileprivate static func useDefault(_ signal: Int32) {
        var action = sigaction()
        // The system copies `action`.
        unsafe action.__sigaction_handler.sa_handler = SIG_DFL
        unsafe sigaction(signal, &action, nil)
    }

    fileprivate static func bit(_ signal: Int32) -> UInt64 { 1 << UInt64(signal) }
}

/// Handles a signal. Async-signal-safe: it uses atomics and calls `clock_gettime` and
/// `write`.
private func note(_ signal: Int32) {
    let kept = errno
    let bit = TerminalSignals.bit(signal)
    let before = TerminalSignals.pending.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
    if signal == SIGTERM {
        var time = timespec()
        // Fills in the struct, and is async-signal-safe.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        if before & bit == 0 {
            TerminalSignals.firstTermination.store(time.tv_sec, ordering: .releasing)
        } else if time.tv_sec - TerminalSignals.firstTermination.load(ordering: .acquiring)
            >= TerminalSignals.gracePeriod
        {
            // The command does not react, so the system may end the process.
            TerminalSignals.useDefault(signal)
            raise(signal)
        }
    }
    var byte: UInt8 = 1
    // Writes one byte from a one-byte variable; the pipe is never closed.
    _ = unsafe write(TerminalSignals.wakeup.load(ordering: .acquiring), &byte, 1)
    errno = kept
}
