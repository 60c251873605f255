import Glibc
import Testing
import TroveSystem
import TroveTesting

@testable import TroveTerminal

@Suite struct SystemShellTests {
    /// The program ignores SIGXFSZ, and SIGPIPE while it writes to a pager. A child that inherited
    /// that, or a blocked signal, would behave differently.
    @Test func childrenHaveTheirOwnSignals() throws {
        let scratch = try ScratchDirectory()
        let (reading, writing) = try #require(Descriptor.pipe())
        defer {
            close(reading)
            close(writing)
        }
        let status = scratch.path("status")
        let command = "grep -E '^Sig(Blk|Ign):' /proc/self/status > '\(status)'"
        var child: pid_t?
        SystemShell.ignoringBrokenPipe {
            signal(SIGXFSZ, SIG_IGN)
            var blocked = sigset_t()
            var before = sigset_t()
            // The sets are variables of this function, and the calls keep no pointer to them.
            unsafe sigemptyset(&blocked)
            unsafe sigaddset(&blocked, SIGUSR1)
            unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
            child = SystemShell.start(command, input: reading)
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
            signal(SIGXFSZ, SIG_DFL)
        }
        #expect(SystemShell.wait(for: try #require(child)) == 0)

        var sets: [String: UInt64] = [:]
        for line in try scratch.read("status").split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            sets[String(words[0])] = UInt64(words[1], radix: 16)
        }
        #expect(sets["SigBlk:"] == 0)
        let ignored = try #require(sets["SigIgn:"])
        for signal in [SIGPIPE, SIGXFSZ] {
            // Bit 0 stands for signal 1, see proc_pid_status(5).
            #expect(ignored & 1 << UInt64(signal - 1) == 0, "signal \(signal) is ignored")
        }
    }
}
