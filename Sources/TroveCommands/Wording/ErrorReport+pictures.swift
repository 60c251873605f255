import TroveModel
import TroveStore
import TroveTerminal

extension ErrorReport {
    static func words(for problem: PhotoProblem, _ path: String) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isLibrary: ("\(path) is the library, not a picture", nil)
        case .unreadable(.isFolder): ("\(path) is a folder", "name a picture in it")
        case .unreadable(.isTooLong(let bytes, let limit)):
            words(for: .isTooLong(bytes: bytes, limit: limit), path)
        case .unreadable(let failure): ("\(path) cannot be read: \(words(for: failure))", nil)
        case .unfit(let failure): words(for: failure, path)
        case .notKept(let failure): ("the picture cannot be kept: \(words(for: failure))", nil)
        }
    }

    /// Returns why bytes called `name` are not a picture.
    static func words(for failure: PictureFailure, _ name: String) -> (TerminalText, TerminalText?)
    {
        switch failure {
        case .isNoPicture:
            ("\(name) is no picture", "a picture is a JPEG, PNG, GIF or WebP file")
        case .isCutOff(let format):
            (
                "\(name) is cut off: the \(format.rawValue) ends before the picture does",
                "copy it again"
            )
        case .isDamaged(let format):
            ("\(name) is damaged: it is no proper \(format.rawValue)", "copy it again")
        case .isTooLong(let bytes, let limit):
            (
                "\(name) is too large: \(megabytes(bytes)) MB",
                "a picture may have \(megabytes(limit)) MB"
            )
        case .hasTooManyPixels(let width, let height, let limit):
            (
                "\(name) is too large: \(width) × \(height) pixels",
                "a picture may have \(limit / 1_000_000) million"
            )
        }
    }

    private static func megabytes(_ bytes: Int) -> TerminalText {
        let tenths = (bytes + 50_000) / 100_000
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func words(for failure: BlobFolder.Failure) -> TerminalText {
        switch failure {
        case .isMissing: "it is not there"
        case .isDamaged(let path): "\(path) is damaged"
        case .isUnusable(let path, let failure): "\(path): \(words(for: failure))"
        }
    }

    static func words(for failure: WholeFile.Failure) -> TerminalText {
        switch failure {
        case .isMissing: "there is no such file"
        case .isFolder: "it is a folder"
        case .isNoFile: "it is no file"
        case .isTooLong: "it is too large"
        case .system(let number): TerminalText(SystemError.text(number))
        }
    }
}
