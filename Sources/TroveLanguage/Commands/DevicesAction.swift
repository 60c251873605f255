/// What `devices` does.
package enum DevicesAction: Sendable {
    case list
    /// Ends a device's session: it must log in again.
    case forget(Spanned<DeviceReference>, isConfirmed: Bool)
}

/// How a command names a device.
package enum DeviceReference: Sendable, Equatable {
    /// As `devices` shows it, from 1.
    case number(Int)
    case name(String)
}
