import CLinux

// Apart from the functions that start programs: the types of processes come with this module, too.
extension SystemShell {
    /// Keeps the open files of this program from those that it starts. libcurl opens some without
    /// the flag for that.
    static func keepFilesPrivate() { trove_keep_files_private() }
}
