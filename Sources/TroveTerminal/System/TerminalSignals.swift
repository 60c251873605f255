import Glibc
import Synchronization
import TroveSystem

// A signal may arrive in any thread, also in one that a library has started. So a handler only
// sets a bit and writes to a pipe: the editor polls the other end of the pipe together with
// the terminal, and neither a race before `poll` nor the thread matters. Handlers are installed
// without SA_RESTART, so that a command that waits in a system call comes back with EINTR.

/// The signals that a person or the system sends to the shell.
///
/// `SIGINT`, `SIGTERM` and `SIGHUP` are caught from `watch()` on: while a command runs, the shell
/// asks `isInterrupted` now and then. The others belong to the prompt and are caught only there.
package enum TerminalSignals {
    /// The bit of each caught signal in `pending`; bit numbers are signal numbers.
    fileprivate static let pending = Atomic<UInt64>(0)
    /// The end of the pipe that the handler writes to, -1 before `watch()`.
    fileprivate static let wakeup = Atomic<Int32>(-1)
    /// The end that the editor polls, -1 before `watch()`.
    private static let source = Atomic<Int32>(-1)

    private static let always = [SIGINT, SIGTERM, SIGHUP]
    private static let atPrompt = [SIGWINCH, SIGTSTP, SIGCONT, SIGQUIT]

    /// Starts catching; once is enough, more does no harm.
    ///
    /// A `SIGHUP` that is ignored stays ignored: that is what `nohup` is for.
    package static func watch() {
        guard wakeup.load(ordering: .acquiring) < 0 else { return }
        guard let ends = Descriptor.pipe() else { return }
        // A full pipe must not stop the handler, an empty one not the editor.
        _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
        _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
        source.store(ends.reading, ordering: .releasing)
        wakeup.store(ends.writing, ordering: .releasing)
        for signal in always where signal != SIGHUP || !isIgnored(signal) {
            catchSignal(signal)
        }
    }

    /// Whether Ctrl-C was pressed since the last `clearInterrupt()`.
    package static var isInterrupted: Bool { isPending(SIGINT) }

    /// Forgets a Ctrl-C, before a command starts.
    package static func clearInterrupt() { take(SIGINT) }

    /// The signal that asks the shell to end, `SIGTERM` or `SIGHUP`; nil when none has come.
    package static var termination: Int32? {
        if isPending(SIGHUP) { return SIGHUP }
        return isPending(SIGTERM) ? SIGTERM : nil
    }

    /// Becomes readable when a signal has been caught; -1 before `watch()`.
    package static var descriptor: Int32 { source.load(ordering: .acquiring) }

    /// Empties the pipe, before the bits are looked at.
    static func drain() {
        _ = Descriptor.read(descriptor, limit: 512)
    }

    /// Whether a signal has been caught and not yet been taken.
    static func isPending(_ signal: Int32) -> Bool {
        pending.load(ordering: .acquiring) & bit(signal) != 0
    }

    /// Takes a signal; false when it has not come.
    @discardableResult
    static func take(_ signal: Int32) -> Bool {
        let before = pending.bitwiseAnd(~bit(signal), ordering: .acquiringAndReleasing).oldValue
        return before & bit(signal) != 0
    }

    /// Catches what matters at the prompt only.
    static func enterPrompt() {
        for signal in atPrompt { catchSignal(signal) }
    }

    /// Gives the prompt's signals back: Ctrl-Z and Ctrl-\ stop or end a command that runs.
    static func leavePrompt() {
        for signal in atPrompt {
            useDefault(signal)
            take(signal)
        }
    }

    /// Stops the process as Ctrl-Z does and comes back when it goes on.
    static func suspend() {
        stop()
        catchSignal(SIGTSTP)
    }

    /// The same, where Ctrl-Z is not caught.
    static func stop() {
        useDefault(SIGTSTP)
        raise(SIGTSTP)
    }

    /// Catches Ctrl-Z, which another process of the job gets too, until `leavePrompt`.
    static func catchStop() {
        take(SIGTSTP)
        catchSignal(SIGTSTP)
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        // `action` outlives the call. SIG_IGN is the number 1 in the place of a function.
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        let handler = unsafe action.__sigaction_handler.sa_handler
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func catchSignal(_ signal: Int32) {
        var action = sigaction()
        // `note` is async-signal-safe and captures nothing; `action` is copied by the system.
        unsafe action.__sigaction_handler.sa_handler = { note($0) }
        unsafe sigaction(signal, &action, nil)
    }

    fileprivate static func useDefault(_ signal: Int32) {
        var action = sigaction()
        // `action` is copied by the system.
        unsafe action.__sigaction_handler.sa_handler = SIG_DFL
        unsafe sigaction(signal, &action, nil)
    }

    fileprivate static func bit(_ signal: Int32) -> UInt64 { 1 << UInt64(signal) }
}

/// The handler: async-signal-safe, it touches two atomics and calls `write`.
private func note(_ signal: Int32) {
    let kept = errno
    let bit = TerminalSignals.bit(signal)
    let before = TerminalSignals.pending.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
    if signal == SIGTERM, before & bit != 0 {
        // Asked twice: the command does not listen, so the system may end the process.
        TerminalSignals.useDefault(signal)
        raise(signal)
    }
    var byte: UInt8 = 1
    // One byte, from a variable that is one byte; the pipe is never closed.
    _ = unsafe write(TerminalSignals.wakeup.load(ordering: .acquiring), &byte, 1)
    errno = kept
}
