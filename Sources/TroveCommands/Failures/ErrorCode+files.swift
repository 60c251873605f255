import TroveCodecs
import TroveExchange
import TroveStore
import TroveSystem

extension WholeFile.Failure {
    var code: ErrorCode {
        switch self {
        case .isMissing: "missing"
        case .isFolder: "is-folder"
        case .notAFile: "not-a-file"
        case .isTooLong: "too-long"
        case .system: "system"
        }
    }
}

extension BlobFolder.Failure {
    var code: ErrorCode {
        switch self {
        case .isMissing: "missing"
        case .isDamaged: "damaged"
        case .isUnusable(_, let failure): failure.code
        }
    }
}

extension PictureFailure {
    var code: ErrorCode {
        switch self {
        case .notAPicture: "not-a-picture"
        case .isCutOff: "cut-off"
        case .isDamaged: "damaged"
        case .isTooLong: "too-long"
        case .hasTooManyPixels: "has-too-many-pixels"
        }
    }
}

extension PhotoProblem {
    var code: ErrorCode {
        switch self {
        case .isMissing: "missing"
        case .isLibrary: "is-library"
        case .unreadable(let failure): failure.code
        case .unfit(let failure): failure.code
        case .notKept(let failure): failure.code
        }
    }
}

extension BarcodeFailure {
    var code: ErrorCode {
        switch self {
        case .isNotInstalled: "not-installed"
        case .isMissing: "missing"
        case .isFolder: "is-folder"
        case .notAPicture: "not-a-picture"
        case .noBarcode: "no-barcode"
        case .notISBN: "not-isbn"
        case .isInterrupted: "interrupted"
        }
    }
}

extension TokenFile.Failure {
    var code: ErrorCode {
        switch self {
        case .isOpenToOthers: "open-to-others"
        case .isUnusable: "unusable"
        }
    }
}

extension ReadFailure {
    var code: ErrorCode {
        switch self {
        case .system: "system"
        case .isFolder: "is-folder"
        case .archive(let failure, _): failure.code
        case .cannotInflate: "cannot-inflate"
        }
    }
}

extension ArchiveFailure {
    var code: ErrorCode {
        switch self {
        case .notAnArchive: "not-an-archive"
        case .isEncrypted: "encrypted"
        case .hasUnknownMethod: "has-unknown-method"
        case .isDamaged: "damaged"
        case .isTooLarge: "too-large"
        case .hasTooManyMembers: "has-too-many-members"
        case .isOfOtherForm: "of-other-form"
        }
    }
}

extension ZipWriter.Failure {
    var code: ErrorCode {
        switch self {
        case .cannotDeflate: "cannot-deflate"
        case .isTooLarge: "too-large"
        case .hasTooManyMembers: "has-too-many-members"
        }
    }
}

extension ImportFailure {
    var code: ErrorCode {
        switch self {
        case .read(let failure): failure.code
        case .isEmpty: "empty-file"
        case .isUnknown: "unknown"
        case .isUnknownArchive: "unknown-archive"
        case .isNot: "not-this-format"
        case .lacksColumn: "lacks-column"
        case .columnTwice: "column-twice"
        case .hasOwnColumns: "has-own-columns"
        case .hasNoField: "has-no-field"
        case .isOtherForm: "other-form"
        }
    }
}
