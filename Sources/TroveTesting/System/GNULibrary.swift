import Glibc

/// Functions of the GNU C library that Swift's Glibc module does not declare.
///
/// The module is built without `_GNU_SOURCE`, so they are looked up by name.
enum GNULibrary {
    /// `int pipe2(int ends[2], int flags)`: creates a pipe whose ends are close-on-exec.
    ///
    /// `ends` must have room for two numbers.
    static func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32 {
        unsafe find("pipe2", as: Pipe2.self)(ends, flags)
    }

    /// `int pidfd_open(pid_t process, unsigned flags)`: returns a descriptor that becomes readable
    /// when a process ends, so that one `poll` can wait for output and for the end.
    static func pidfdOpen(_ process: Int32, _ flags: UInt32) -> Int32 {
        // Only the lookup is unsafe, not the call.
        unsafe find("pidfd_open", as: PidfdOpen.self)(process, flags)
    }

    /// `int wcwidth(wchar_t character)`, which depends on the thread's locale.
    static func wcwidth(_ character: wchar_t) -> Int32 {
        cellWidth(character)
    }

    /// `int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *)`.
    static func addChangeOfDirectory(
        _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
    ) -> Int32 {
        unsafe find("posix_spawn_file_actions_addchdir_np", as: AddChangeOfDirectory.self)(
            actions, path)
    }

    /// `int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int from)`.
    static func addClosing(
        _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, from number: Int32
    ) -> Int32 {
        unsafe find("posix_spawn_file_actions_addclosefrom_np", as: AddClosing.self)(
            actions, number)
    }

    /// `int setfsuid(uid_t user)`: sets the user for the thread's file access; returns the previous
    /// one.
    static func setFileUser(_ user: UInt32) -> UInt32 {
        // Only the lookup is unsafe, not the call.
        UInt32(bitPattern: unsafe find("setfsuid", as: SetFileUser.self)(user))
    }

    // The types of the functions, as the comments above quote their declarations.
    private typealias Pipe2 = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    private typealias PidfdOpen = @convention(c) (Int32, UInt32) -> Int32
    private typealias SetFileUser = @convention(c) (UInt32) -> Int32
    private typealias CellWidth = @Sendable @convention(c) (wchar_t) -> Int32
    private typealias AddChangeOfDirectory =
        @convention(c) (
            UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
        ) -> Int32

    private typealias AddClosing =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    // Cached, because it is called for every character drawn.
    private static let cellWidth = unsafe find("wcwidth", as: CellWidth.self)

    /// Looks up a function; all of them exist since release 2.36 at the latest.
    @unsafe private static func find<Function>(_ name: String, as type: Function.Type) -> Function {
        // The handle is that of the program itself, which is never closed.
        guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), name) else {
            preconditionFailure("\(name) is missing: the test kit needs glibc 2.36 or newer")
        }
        // The types above repeat the declarations that their comments quote.
        return unsafe unsafeBitCast(symbol, to: type)
    }
}
