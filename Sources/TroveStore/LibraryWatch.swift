import CLinux
import Glibc
import TroveSQLite
import TroveSystem

/// Detects that another program writes to a library. The kernel reports changes to the write-ahead
/// log, and a timer combines changes that follow each other closely.
package final class LibraryWatch {
    /// The period in which changes are combined, in nanoseconds.
    private static let delay = 300_000_000

    private let events: Int32
    private let timer: Int32
    private let log: String
    /// Whether the timer runs. Further changes do not restart it.
    private var isGathering = false

    /// Watches a library's file; nil for a library in memory, or if the kernel cannot watch it.
    package init?(_ library: Library) {
        guard case .file = library.location else { return nil }
        let path = LibraryFile.resolve(library.file)
        let folder = FilePath.folder(of: path)
        log = DatabaseFiles(path: path).log
        events = trove_file_events()
        timer = trove_timer()
        // The log may be deleted and created again, which is an event of the folder.
        // `deinit` closes both descriptors.
        guard events >= 0, timer >= 0, unsafe trove_watch_folder(events, folder) >= 0 else {
            return nil
        }
        unsafe trove_watch_file(events, log)
    }

    deinit {
        close(events)
        close(timer)
    }

    /// The descriptors to poll for reading. They stay open as long as the watch exists.
    package var descriptors: [Int32] { [events, timer] }

    /// Handles a descriptor that became readable; returns true if the library should be read again.
    package func isDue(_ descriptor: Int32) -> Bool {
        // Room for the timer's eight bytes, or for several events, whose content is ignored.
        var buffer = [UInt8](repeating: 0, count: 4096)
        if descriptor == timer {
            isGathering = false
            return unsafe read(timer, &buffer, 8) == 8
        }
        while unsafe read(events, &buffer, buffer.count) > 0 {}
        // A file created in the folder may be the log. An unnecessary read is harmless.
        unsafe trove_watch_file(events, log)
        if !isGathering { trove_timer_start(timer, Self.delay) }
        isGathering = true
        return false
    }
}
