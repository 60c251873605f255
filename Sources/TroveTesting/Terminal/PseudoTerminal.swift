import Glibc
import TroveLoopback

/// A pseudo-terminal: a program uses the slave side as its terminal, and the test kit acts as the
/// user on the master side.
///
/// Only the master side is kept open; on Linux it answers queries about the slave too. An open
/// slave would hide the end of the program's output.
struct PseudoTerminal {
    /// The user's side.
    let master: FileDescriptor
    let slavePath: String

    init(size: WindowSize) throws {
        // These calls are what `posix_openpt`, `unlockpt` and `ptsname` do on Linux. Swift's Glibc
        // module does not declare them, and `openpty` would leak the descriptors to other children.
        master = try FileDescriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: Int32 = 0
        // TIOCSPTLCK reads one `int`, TIOCGPTN stores one `unsigned int`.
        guard unsafe ioctl(master.number, Self.setLock, &lock) == 0 else {
            throw SystemCallError("TIOCSPTLCK")
        }
        var index: UInt32 = 0
        guard unsafe ioctl(master.number, Self.getIndex, &index) == 0 else {
            throw SystemCallError("TIOCGPTN")
        }
        slavePath = "/dev/pts/\(index)"
        try setSize(size)
    }

    /// `TIOCSPTLCK`, a macro that Swift cannot import: `_IOW('T', 0x31, int)`.
    private static let setLock: UInt = 0x4004_5431
    /// `TIOCGPTN`: `_IOR('T', 0x30, unsigned int)`.
    private static let getIndex: UInt = 0x8004_5430

    /// Resizes the window; the kernel sends SIGWINCH to the foreground processes.
    func setSize(_ size: WindowSize) throws {
        var window = winsize(
            ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
        // TIOCSWINSZ reads one `winsize`.
        guard unsafe ioctl(master.number, UInt(TIOCSWINSZ), &window) == 0 else {
            throw SystemCallError("TIOCSWINSZ")
        }
    }

    /// Returns the number of bytes that can be read at once; the system holds back more.
    func readableCount() throws -> Int {
        var count: Int32 = 0
        // FIONREAD stores one `int`.
        guard unsafe ioctl(master.number, UInt(FIONREAD), &count) == 0 else {
            throw SystemCallError("FIONREAD")
        }
        return Int(count)
    }

    /// Returns the mode of the slave side.
    func mode() throws -> TerminalMode {
        var settings = termios()
        // The call stores one `termios`.
        guard unsafe tcgetattr(master.number, &settings) == 0 else {
            throw SystemCallError("tcgetattr")
        }
        return TerminalMode(settings)
    }

    /// Returns the foreground process group of the slave side.
    func foregroundGroup() throws -> Int32 {
        let group = tcgetpgrp(master.number)
        guard group >= 0 else { throw SystemCallError("tcgetpgrp") }
        return group
    }
}
