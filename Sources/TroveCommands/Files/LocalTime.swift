import Glibc
package import TroveModel

/// A time in the local time zone of the process (`TZ`).
///
/// A `tm` is unsafe because of its pointer to the name of the zone, which is not used here.
package struct LocalTime {
    let date: PartialDate
    let hour: Int
    let minute: Int

    /// Converts a timestamp to local time; a year outside 1…9999 becomes the nearest of these.
    package init(_ time: Timestamp) {
        var seconds = time_t(time.milliseconds / 1000)
        var local = unsafe tm()
        unsafe localtime_r(&seconds, &local)
        // `PartialDate` supports the years 1…9999.
        let year = unsafe min(max(Int(local.tm_year) + 1900, 1), 9999)
        date =
            PartialDate(
                year: year, month: unsafe Int(local.tm_mon) + 1,
                day: unsafe Int(local.tm_mday)) ?? PartialDate(packed: year << 9)
        hour = unsafe Int(local.tm_hour)
        minute = unsafe Int(local.tm_min)
    }

    /// Parses `2026-11-20T12:00` in UTC. Returns nil for any other form.
    static func moment(inUniversalTime text: String) -> Timestamp? {
        let parts = text.split(separator: "T")
        let clock = parts.last.map { $0.split(separator: ":").compactMap { Int($0) } } ?? []
        guard parts.count == 2, clock.count == 2, let date = PartialDate(parsing: String(parts[0])),
            let month = date.month, let day = date.day, (0...23).contains(clock[0]),
            (0...59).contains(clock[1])
        else { return nil }
        var universal = unsafe tm()
        unsafe universal.tm_year = Int32(date.year - 1900)
        unsafe universal.tm_mon = Int32(month - 1)
        unsafe universal.tm_mday = Int32(day)
        unsafe universal.tm_hour = Int32(clamping: clock[0])
        unsafe universal.tm_min = Int32(clamping: clock[1])
        return Timestamp(milliseconds: unsafe timegm(&universal) * 1000)
    }
}

extension LocalTime: CustomStringConvertible {
    /// `2026-11-20 12:00`
    package var description: String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date) \(padded(hour)):\(padded(minute))"
    }
}
