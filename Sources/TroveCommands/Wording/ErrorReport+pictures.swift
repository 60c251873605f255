import TroveCodecs
import TroveStore
import TroveSystem
import TroveTerminal

extension ErrorReport {
    static func message(for problem: PhotoProblem, _ path: String) -> (TerminalText, TerminalText?)
    {
        switch problem {
        case .isMissing:
            ("\(path): no such file", "the photo is kept; an empty photo: removes it")
        case .isLibrary: ("\(path) is the library, not a picture", nil)
        case .unreadable(.isFolder): ("\(path) is a folder", "name a picture in it")
        case .unreadable(.isTooLong(let bytes, let limit)):
            message(for: .isTooLong(bytes: bytes, limit: limit), path)
        case .unreadable(let failure): ("\(path) cannot be read: \(description(of: failure))", nil)
        case .unfit(let failure): message(for: failure, path)
        case .notKept(let failure):
            ("the picture cannot be saved: \(description(of: failure))", nil)
        }
    }

    /// Words why bytes are not a picture; `name` is the name of the picture.
    static func message(for failure: PictureFailure, _ name: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .notAPicture:
            ("\(name) is not a picture", "a picture is a JPEG, PNG, GIF or WebP file")
        case .isCutOff(let format):
            (
                "\(name) is truncated: the \(format.rawValue) data ends too early",
                "copy it again"
            )
        case .isDamaged(let format):
            ("\(name) is damaged: it is not a valid \(format.rawValue)", "copy it again")
        case .isTooLong(let bytes, let limit):
            (
                "\(name) is too large: \(megabytes(bytes)) MB",
                "the limit is \(megabytes(limit)) MB"
            )
        case .hasTooManyPixels(let width, let height, let limit):
            (
                "\(name) is too large: \(width) × \(height) pixels",
                "the limit is \(limit / 1_000_000) million pixels"
            )
        }
    }

    private static func megabytes(_ bytes: Int) -> TerminalText {
        let tenths = (bytes + 50_000) / 100_000
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func description(of failure: BlobFolder.Failure) -> TerminalText {
        switch failure {
        case .isMissing: "it is missing"
        case .isDamaged(let path): "\(path) is damaged"
        case .isUnusable(let path, let failure): "\(path): \(description(of: failure))"
        }
    }

    static func description(of failure: WholeFile.Failure) -> TerminalText {
        switch failure {
        case .isMissing: "no such file"
        case .isFolder: "it is a folder"
        case .notAFile: "it is not a file"
        case .isTooLong: "it is too large"
        case .system(let number): TerminalText(SystemCall.strerror(number))
        }
    }
}
