import TroveCodecs
import TroveModel
import TroveServer
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// The schedule of a world, from its start to its end.
extension World {
    /// Runs the schedule: users work and failures happen; then the failures stop, and all devices
    /// must converge.
    ///
    /// - Throws: `BrokenPromise`, and any error that must not occur.
    func live() throws {
        let steps = Int.random(in: 25...70, using: &random)
        for _ in 0..<steps {
            try step()
            try check()
            try pass(pause())
        }
        try comeTogether()
    }

    private func pause() -> Duration {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: .milliseconds(Int.random(in: 0...40, using: &random))
        case 30..<70: .milliseconds(Int.random(in: 0...2000, using: &random))
        case 70..<95: .milliseconds(Int.random(in: 0...15_000, using: &random))
        default: .seconds(Int.random(in: 0...90, using: &random))
        }
    }

    private func step() throws {
        guard let device = devices.randomElement(using: &random) else { return }
        func happens(_ percent: Int) -> Bool {
            percent > 0 && Int.random(in: 0..<100, using: &random) < percent
        }
        if happens(failureRates.partitions) { return cut(device) }
        if happens(failureRates.kills) { return try killOrStart(device) }
        if happens(failureRates.fullDisks) { return try fillOrFreeDisk(of: device) }
        if happens(failureRates.serverRestarts) { return try stopOrStartServer() }
        if happens(failureRates.lostTokens) { return try forgetToken(of: device) }
        if happens(failureRates.restores) { return try copyOrRestoreServer() }
        if server.failsOver() { return try failOver() }
        if happens(failureRates.collections) { return try collectGarbage() }
        if happens(failureRates.clones), devices.count < 7, device.asking == nil {
            note(device.name, "is cloned")
            try addDevice(of: device.person, copying: device)
            return
        }
        if happens(failureRates.disconnections) { return try device.disconnect() }
        if network.hasLate, happens(20) { return try network.deliverLate() }
        if !device.isRunning {
            if happens(30) { try device.start() }
            return
        }
        if device.isSignedOut, happens(30) { return try device.logIn() }
        try device.useSomehow()
    }

    // MARK: Failures

    private func cut(_ device: SimulatedDevice) {
        let links: [Link] = [.whole, .whole, .whole, .off, .swallows, .deaf, .mute]
        device.link = links.randomElement(using: &random) ?? .whole
        note(device.name, "link is \(device.link)")
    }

    private func killOrStart(_ device: SimulatedDevice) throws {
        if device.isRunning {
            note(device.name, "is killed")
            device.kill()
        } else {
            note(device.name, "starts")
            try device.start()
        }
    }

    private func fillOrFreeDisk(of device: SimulatedDevice) throws {
        guard device.isRunning, device.asking == nil else { return }
        try device.setDisk(full: !device.hasFullDisk)
        note(device.name, device.hasFullDisk ? "has a full disk" : "has room again")
    }

    private func stopOrStartServer() throws {
        if server.core == nil {
            note("server", "starts")
            try server.start()
        } else {
            note("server", "is killed")
            try server.stop()
            network.serverStopped()
        }
    }

    private func failOver() throws {
        note("server", "a standby takes over")
        try server.failOver()
        for process in server.processes {
            plan(after: server.pauseBeforeFollowing()) { [server] in try server.follow(process) }
        }
    }

    private func forgetToken(of device: SimulatedDevice) throws {
        guard let id = device.library?.account?.device.flatMap({ ItemID($0) }) else { return }
        note("server", "forgets the token of \(device.name)")
        try server.forgetToken(ofDevice: id)
    }

    private func copyOrRestoreServer() throws {
        guard server.core != nil else { return }
        if server.hasCopy, Bool.random(using: &random) {
            note("server", "is put back to an older copy")
            network.serverStopped()
            try excuseConflicts()
            oracle.excuseRefusals()
            try server.restore()
        } else {
            note("server", "is copied")
            try server.copy()
        }
    }

    /// The losing values of conflicts that no device has pulled are lost with the server's history.
    private func excuseConflicts() throws {
        let contents = try server.contents()
        let devices = try devices.map { try $0.contents(hasShadow: true) }
        oracle.excuse(
            contents.lost.filter { tracked in !devices.contains { $0.conflicts.contains(tracked) }
            },
            deletions: contents.refusedDeletions.filter { id in
                !devices.contains { $0.refusedDeletions.contains(id) }
            })
    }

    /// Collects garbage on the server, and possibly ends inactive devices.
    private func collectGarbage() throws {
        guard let core = server.currentCore else { return }
        let days = Bool.random(using: &random) ? SyncServer.deviceLife : 0
        let tombstones = try server.contents().tombstones
        let collected = try core.collectGarbage(days: 0, deviceDays: days)
        hasCollected = true
        // A device that was ended may create entries again that it does not know to exist.
        let waiting = try devices.flatMap { try $0.contents(hasShadow: false).creations }
        oracle.excuse([], deletions: Set(waiting))
        if server.restores > 0 { try excuseOtherHistories(collected: tombstones) }
        note("server", "collects its garbage: \(collected)")
    }

    /// A device that was ended may have a history that the server has lost. Without the marks
    /// before the floor, neither side can tell: the device takes for deleted what only the lost
    /// history had, and does not learn of deletions whose tombstones were `collected`.
    private func excuseOtherHistories(collected tombstones: Set<ItemID>) throws {
        let contents = try server.contents()
        let devices = try devices.map { try $0.contents(hasShadow: true) }
        let shadowed = devices.reduce(into: Set<TrackedValue>()) {
            $0.formUnion($1.shadowed)
            $0.formUnion($1.conflicts)
        }
        let known = devices.reduce(into: Set<ItemID>()) { $0.formUnion($1.tombstones) }
        oracle.excuse(
            shadowed.subtracting(contents.trackedValues).subtracting(contents.lost),
            deletions: tombstones.subtracting(contents.tombstones).union(
                known.filter { contents.living[$0] != nil }))
    }

    // MARK: Convergence

    /// Ends all failures, and lets each device sync, five times at most. Then all devices must
    /// show the same.
    private func comeTogether() throws {
        note("world", "nothing goes wrong any more")
        let page = failureRates.page
        failureRates = FailureRates()
        failureRates.page = page
        try server.endFailures()
        try server.start()
        for device in devices {
            device.link = .whole
            if device.asking == nil { try device.setDisk(full: false) }
        }
        while network.hasLate { try network.deliverLate() }
        // A request whose reply was lost ends by its own timeout.
        try pass(.seconds(70))
        for device in devices {
            try device.setDisk(full: false)
            try device.start()
            if device.isSignedOut { try device.logIn() }
        }
        try rounds(isLast: false)
        // Discard rejected changes, so that no differences remain.
        for device in devices {
            if let problems = try device.library?.outbox.problems(), !problems.isEmpty {
                try device.drop(problems)
            }
        }
        try rounds(isLast: true)
        try server.start()
        oracle.finish()
        try check()
    }

    private func rounds(isLast: Bool) throws {
        var difference: String?
        for round in 1...5 {
            note("world", "round \(round)")
            for device in devices {
                if device.isSignedOut { try device.logIn() }
                var isDone = try synchronise(device)
                // A copy of its library has logged in meanwhile, which revoked its token.
                if device.isSignedOut {
                    try device.logIn()
                    isDone = try synchronise(device)
                }
                // A device that must become a new one and has recently asked for it waits until it
                // may ask again.
                if let pause = try device.library?.accountStore.pauseBeforeRenewal(
                    at: device.moment.time),
                    pause > 0,
                    device.engine?.state.isOnline == false
                {
                    note("world", "waits until \(device.name) may be a new device")
                    try pass(.milliseconds(pause))
                    isDone = try synchronise(device)
                }
                guard isDone else {
                    throw BrokenPromise(
                        "5 (nothing stalls)",
                        "\(device.name) is \(String(describing: device.engine?.state))")
                }
            }
            difference = try findDifference(isLast: isLast)
            if difference == nil { return }
        }
        if let difference {
            throw BrokenPromise("3 (every device shows the same)", difference)
        }
    }

    /// Lets a device push and pull. Returns whether it finished.
    private func synchronise(_ device: SimulatedDevice) throws -> Bool {
        try device.synchronise()
        return try pass(atMost: .seconds(60)) {
            !device.isBusy && device.engine?.isSettled ?? true
        }
    }

    /// Returns a difference between a device and the server; nil if there is none.
    private func findDifference(isLast: Bool) throws -> String? {
        let contents = try server.contents()
        for device in devices {
            guard let library = device.library else { continue }
            let counts = try library.outbox.counts()
            if counts.waiting > 0 { return "\(device.name) has \(counts.waiting) in its queue" }
            if isLast, counts.problems > 0 {
                return "\(device.name) has \(counts.problems) problems"
            }
            let except = Set(try library.outbox.problems().map(\.operation.id))
            let wanted = contents.living.filter { $0.value.user == device.person.index }
            var shown: [ItemID: [String: JSON]] = [:]
            for item in try device.items() {
                let fields = library.catalog.kinds[item.kind].fields
                var members: [String: JSON] = [:]
                for (field, value) in zip(fields, item.values) {
                    if let value { members[field.storedName] = value.json }
                }
                shown[item.id] = members
            }
            let ids = Set(shown.keys).union(wanted.keys).subtracting(except)
            for id in ids.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
                let there = wanted[id].flatMap { shownFields(of: $0, in: library) }
                if shown[id] != there {
                    return "\(id.short) on \(device.name): \(describe(shown[id])), "
                        + "on the server: \(describe(there))"
                }
            }
            let known = Set(try library.conflicts.entries().map(\.id))
            let listed = Set(
                contents.conflicts.filter { $0.value.user == device.person.index }.keys)
            if known != listed {
                return "\(device.name) lists \(known.count) conflicts, the server \(listed.count)"
            }
        }
        return nil
    }

    /// Returns the fields of an entry that a library can show; nil if it does not know its kind.
    private func shownFields(of entry: ServerContents.Living, in library: Library) -> [String:
        JSON]?
    {
        let kinds = library.catalog.kinds
        guard let kind = kinds.index(ofStored: entry.kind) else { return nil }
        let fields = entry.fields.filter { kinds[kind].index(ofStored: $0.name) != nil }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    }

    private func describe(_ fields: [String: JSON]?) -> String {
        guard let fields else { return "nothing" }
        return fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.written)" }
            .joined(separator: " ")
    }
}
