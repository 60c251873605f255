import Glibc
import TroveSystem
import TroveTesting

/// Tries the inputs of a corpus, and then random changes of them.
///
/// Unlike libFuzzer, it does not learn what an input reaches, so the modules are those of the
/// release.
@main struct FuzzerProgram {
    private static let usage = "usage: TroveFuzzer NAME SECONDS CORPUS INPUT\n"
    /// The time that an input may take, in seconds.
    private static let patience: UInt32 = 10
    /// The memory that the program may take, in bytes.
    private static let memory: UInt = 4 << 30

    private let fuzzer: Fuzzer
    /// A file with the input that is being parsed, in case it ends the program.
    private let file: Int32

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 4, let fuzzer = Fuzzer(rawValue: arguments[0]),
            let seconds = Int(arguments[1]), let names = Folder.names(in: arguments[2])
        else {
            Descriptor.write(usage, to: STDERR_FILENO)
            exit(2)
        }
        var limit = rlimit(rlim_cur: memory, rlim_max: memory)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        let corpus = try names.sorted().map {
            try WholeFile.read("\(arguments[2])/\($0)", limit: Mutation.longest)
        }
        // The default action would end the program without a word.
        _ = signal(SIGALRM) { _ in
            Descriptor.write("an input took too long\n", to: STDERR_FILENO)
            _exit(1)
        }
        let file = SystemCall.open(arguments[3], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let reason = SystemCall.strerror(errno)
            Descriptor.write("\(arguments[3]): \(reason)\n", to: STDERR_FILENO)
            exit(2)
        }
        let count = FuzzerProgram(fuzzer: fuzzer, file: file).run(corpus, for: .seconds(seconds))
        SystemCall.unlink(arguments[3])
        print("\(fuzzer): \(count) inputs in \(seconds) s, none broke it")
    }

    /// Parses the inputs and random changes of them. Returns the number of inputs.
    private func run(_ corpus: [[UInt8]], for time: Duration) -> Int {
        corpus.forEach(parse)
        var count = corpus.count
        var mutation = Mutation(of: corpus, using: .fromEnvironment())
        let end = MonotonicClock.uptime + time
        while MonotonicClock.uptime < end {
            parse(mutation.next())
            count += 1
        }
        return count
    }

    private func parse(_ input: [UInt8]) {
        ftruncate(file, 0)
        lseek(file, 0, SEEK_SET)
        Descriptor.write(input, to: file)
        alarm(Self.patience)
        fuzzer.parse(input)
    }
}
