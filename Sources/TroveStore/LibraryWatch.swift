import CLinux
import Glibc

/// Notices that another program wrote to a library: the kernel tells of changes to the write-ahead
/// log, and a timer gathers those that come close together into one.
package final class LibraryWatch {
    /// How long to gather, in nanoseconds.
    private static let delay = 300_000_000

    private let events: Int32
    private let timer: Int32
    private let log: String
    /// Whether the timer runs; it is not put off by what comes meanwhile.
    private var isGathering = false

    /// Watches a library's file; nil where there is nothing to watch.
    package init?(_ library: Library) {
        guard case .file = library.location else { return nil }
        let path = LibraryFile.resolve(library.file)
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
        log = path + "-wal"
        events = trove_file_events()
        timer = trove_timer()
        // The log comes and goes, and the folder tells when it comes again.
        guard events >= 0, timer >= 0, unsafe trove_watch_folder(events, folder) >= 0 else {
            close(events)
            close(timer)
            return nil
        }
        unsafe trove_watch_file(events, log)
    }

    deinit {
        close(events)
        close(timer)
    }

    /// What to wait for until it can be read: open for as long as the watch lives.
    package var descriptors: [Int32] { [events, timer] }

    /// Takes in that one of the descriptors is ready; true when it is time to look at the library.
    package func isDue(_ descriptor: Int32) -> Bool {
        // Room for the timer's eight bytes and for several events, which are not looked at.
        var buffer = [UInt8](repeating: 0, count: 4096)
        if descriptor == timer {
            isGathering = false
            return unsafe read(timer, &buffer, 8) == 8
        }
        while unsafe read(events, &buffer, buffer.count) > 0 {}
        // Whatever was made in the folder may be the log; one look too many does no harm.
        unsafe trove_watch_file(events, log)
        if !isGathering { trove_timer_start(timer, Self.delay) }
        isGathering = true
        return false
    }
}
