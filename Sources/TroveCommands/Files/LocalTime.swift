import Glibc
package import TroveModel

/// A time in the local time zone of the process (`TZ`).
///
/// A `tm` is unsafe because of its pointer to the name of the zone, which is not used here.
package struct LocalTime {
    let date: PartialDate
    let hour: Int
    let minute: Int
    private let second: Int

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
        second = unsafe Int(local.tm_sec)
    }

    /// Converts a time to a timestamp.
    ///
    /// - Parameters:
    ///   - date: the date; a month or a year stands for its first day.
    ///   - hour: the hour, 0 to 23.
    ///   - minute: the minute, 0 to 59.
    ///   - second: the second, 0 to 59.
    ///   - isUniversal: whether the time is in UTC, not in the local time zone.
    /// - Returns: the timestamp.
    static func timestamp(
        of date: PartialDate, hour: Int = 0, minute: Int = 0, second: Int = 0,
        isUniversal: Bool = false
    ) -> Timestamp {
        var local = unsafe tm()
        unsafe local.tm_year = Int32(date.year - 1900)
        unsafe local.tm_mon = Int32((date.month ?? 1) - 1)
        unsafe local.tm_mday = Int32(date.day ?? 1)
        unsafe local.tm_hour = Int32(clamping: hour)
        unsafe local.tm_min = Int32(clamping: minute)
        unsafe local.tm_sec = Int32(clamping: second)
        // The system knows whether it is daylight saving time.
        unsafe local.tm_isdst = -1
        let seconds = unsafe isUniversal ? timegm(&local) : mktime(&local)
        return Timestamp(milliseconds: seconds * 1000)
    }

    /// Returns the same time of day some months before, on the last day of a month that is shorter;
    /// the beginning of the year 1 if that is before it.
    func timestamp(monthsBefore count: Int) -> Timestamp {
        let month = max(12, date.year * 12 + (date.month ?? 1) - 1 - count)
        var day = date.day ?? 1
        while day > 1,
            PartialDate(year: month / 12, month: month % 12 + 1, day: day) == nil
        {
            day -= 1
        }
        let then = PartialDate(year: month / 12, month: month % 12 + 1, day: day) ?? date
        return Self.timestamp(of: then, hour: hour, minute: minute, second: second)
    }

    /// Parses `2026-11-20T12:00` in UTC. Returns nil for any other form.
    static func moment(inUniversalTime text: String) -> Timestamp? {
        let parts = text.split(separator: "T")
        let clock = parts.last.map { $0.split(separator: ":").compactMap { Int($0) } } ?? []
        guard parts.count == 2, clock.count == 2, let date = PartialDate(parsing: String(parts[0])),
            date.day != nil, (0...23).contains(clock[0]),
            (0...59).contains(clock[1])
        else { return nil }
        return timestamp(of: date, hour: clock[0], minute: clock[1], isUniversal: true)
    }
}

extension LocalTime: CustomStringConvertible {
    /// `2026-11-20 12:00`
    package var description: String {
        "\(date) \(Self.padded(hour)):\(Self.padded(minute))"
    }

    /// `2026-11-20 12:00:07`
    var withSeconds: String { "\(self):\(Self.padded(second))" }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
