import Glibc

/// The two ends of a pseudo-terminal: a program has the slave side as its terminal, and the kit
/// plays the person in front of it on the master side.
///
/// Everything is asked of the master side, which on Linux answers for the slave. Holding the slave
/// open as well would hide the end of the program's output.
struct PseudoTerminal {
    /// The side of the person.
    let master: FileDescriptor
    /// The path of the slave side.
    let slavePath: String

    init(size: WindowSize) throws {
        // This is what `posix_openpt`, `unlockpt` and `ptsname` do on Linux; Swift's Glibc module does
        // not declare them, and `openpty` would leave the descriptors open to other children.
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

    /// `TIOCSPTLCK`, which is too complicated a macro for Swift to read: `_IOW('T', 0x31, int)`.
    private static let setLock: UInt = 0x4004_5431
    /// `TIOCGPTN`: `_IOR('T', 0x30, unsigned int)`.
    private static let getIndex: UInt = 0x8004_5430

    /// Gives the window another size; the kernel tells the foreground processes by SIGWINCH.
    func setSize(_ size: WindowSize) throws {
        var window = winsize(
            ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
        // TIOCSWINSZ reads one `winsize`.
        guard unsafe ioctl(master.number, UInt(TIOCSWINSZ), &window) == 0 else {
            throw SystemCallError("TIOCSWINSZ")
        }
    }

    /// The mode that the slave side is in.
    func mode() throws -> TerminalMode {
        var settings = termios()
        // The call stores one `termios`.
        guard unsafe tcgetattr(master.number, &settings) == 0 else {
            throw SystemCallError("tcgetattr")
        }
        return TerminalMode(settings)
    }

    /// The process group in the foreground of the slave side.
    func foregroundGroup() throws -> Int32 {
        let group = tcgetpgrp(master.number)
        guard group >= 0 else { throw SystemCallError("tcgetpgrp") }
        return group
    }
}
