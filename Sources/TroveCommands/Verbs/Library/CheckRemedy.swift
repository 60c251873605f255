import TroveStore

/// The remedy for what `check` found.
package enum CheckRemedy: Sendable {
    /// An earlier copy of the library.
    case restoring
    /// Another sync, because some findings are differences from the server.
    case syncing
    /// The deletion of items that have the ids of others.
    case deletingDoubles
    /// Other photos: the file is sound, but items imported without their photos name them.
    case givingPhotos

    init(for findings: [CheckFinding]) {
        self =
            if findings.contains(where: \.isAboutServer) {
                .syncing
            } else if findings.allSatisfy({ $0.problem == .hasIDOfAnother }) {
                .deletingDoubles
            } else if findings.allSatisfy({ $0.problem == .photoIsMissing }) {
                .givingPhotos
            } else {
                .restoring
            }
    }
}

extension CheckFinding {
    /// Whether another sync may fix the difference.
    fileprivate var isAboutServer: Bool {
        switch problem {
        case .differsFromServer, .isMissingHere, .isMissingThere: true
        default: false
        }
    }
}
