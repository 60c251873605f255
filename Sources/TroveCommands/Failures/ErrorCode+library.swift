import TroveLookup
import TroveStore

extension LibraryError {
    var code: ErrorCode {
        switch self {
        case .isDirectory: "is-folder"
        case .isMissing: "missing"
        case .hasOnlyLog: "has-only-log"
        case .hasLogOfAnother: "has-log-of-another"
        case .hasNoFolder: "has-no-folder"
        case .noPermission: "no-permission"
        case .cannotCreate: "cannot-create"
        case .notADatabase: "not-a-database"
        case .notALibrary: "not-a-library"
        case .hasActiveSchema: "has-active-schema"
        case .isNewer: "newer"
        case .isDamaged: "damaged"
        case .isBusy: "busy"
        case .wasReplaced: "was-replaced"
        case .diskIsFull: "disk-is-full"
        case .isFull: "full"
        case .isReadOnly: "read-only"
        case .cannotRead: "cannot-read"
        case .cannotLock: "cannot-lock"
        case .snapshot(let error): error.code
        case .isNotUnderstood: "not-understood"
        }
    }
}

extension SnapshotError {
    var code: ErrorCode {
        switch self {
        case .notAName: "not-a-name"
        case .exists: "exists"
        case .isMissing: "missing"
        case .isUnusable: "unusable"
        case .cannotSave: "cannot-save"
        case .cannotDelete: "cannot-delete"
        case .isEphemeral: "ephemeral"
        }
    }
}

extension LookupFailure {
    var code: ErrorCode {
        switch self {
        case .noConnection: "no-connection"
        case .invalidResponse: "invalid-response"
        case .wrongRequest: "wrong-request"
        case .notAllowed: "not-allowed"
        case .tooMany: "too-many"
        case .unavailable: "unavailable"
        case .needsKey: "needs-key"
        case .unfit: "unfit-request"
        }
    }
}
