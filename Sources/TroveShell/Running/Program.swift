import Glibc
package import TroveCommands
import TroveLanguage
package import TroveModel
package import TroveOptions
import TroveStore
import TroveSystem
import TroveTerminal

/// The program `trove`: from its arguments to its exit status.
package struct Program {
    let surroundings: Surroundings
    private let makeKinds: () -> Kinds

    /// The kinds that the program supports, created at their first use.
    var kinds: Kinds { makeKinds() }

    /// Creates the program for these kinds.
    package init(
        surroundings: Surroundings, kinds: @escaping @autoclosure () -> Kinds = .standard
    ) {
        self.surroundings = surroundings
        makeKinds = kinds
    }

    /// Runs the program with its arguments, without its name.
    ///
    /// - Returns: The exit status.
    package func run(_ arguments: ProcessArguments) -> Int32 {
        Self.fillStandardStreams()
        // A closed pipe ends the program silently, even if a parent process ignored the signal.
        signal(SIGPIPE, SIG_DFL)
        // Exceeding the file size limit becomes an error, like a full disk, instead of ending the
        // process.
        signal(SIGXFSZ, SIG_IGN)
        let output = Output()
        let status: ExitStatus
        var words: [String] = []
        do throws(CommandLineError) {
            words = try arguments.texts()
            status = run(try Options(words), output)
        } catch {
            let report = ErrorReport(error)
            let advice = report.advice ?? Message.usageHint
            status = fail(
                ErrorReport(report.text, advice), output, .wrongUse,
                color: Options.color(in: words))
        }
        return finish(output, status).rawValue
    }

    /// Opens an empty file in place of each closed standard stream, so that no other file gets its
    /// descriptor.
    private static func fillStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free descriptor is this one. Writing to it fails, as if it were closed.
            _ = SystemCall.open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
    }

    private func finish(_ output: Output, _ status: ExitStatus) -> ExitStatus {
        do throws(Output.Failure) {
            try output.flush()
            return status
        } catch {
            let status = fail(
                ErrorReport(Message.cannotWrite(error.number)), output, .commandFailed,
                color: .never)
            try? output.flush()
            return status
        }
    }

    private func run(_ options: Options, _ output: Output) -> ExitStatus {
        if options.information.wantsHelp {
            output.write(UsageText.help)
            return .success
        }
        if options.information.wantsManual {
            output.write(data: ShellManual.page.text)
            return .success
        }
        if let shell = options.information.completions {
            output.write(data: shell.script("trove", Options.table))
            return .success
        }
        if surroundings.patience == nil {
            return fail(Message.invalidPatience, output, .wrongUse, color: options.color)
        }
        if surroundings.hasInvalidNow {
            return fail(Message.invalidNow, output, .wrongUse, color: options.color)
        }
        if options.information.wantsVersion {
            output.write("trove \(ReleaseVersion.text)\n")
            return .success
        }
        TerminalSignals.watch()
        if let demo = options.demo, !Self.isScript("demo") {
            return demonstrate(demo, options, output)
        }
        if let tutorial = options.tutorial, !Self.isScript(CommandTable.tutorial) {
            return tutor(tutorial, options, output)
        }
        if options.checksLessons { return checkLessons(options, output) }
        if options.verifies { return verify(options, output) }
        let library: Library
        let isNew: Bool
        do throws(LibraryError) {
            (library, isNew) = try openLibrary(options)
        } catch {
            return fail(ErrorReport(error), output, .libraryUnusable, color: options.color)
        }
        let isInteractive = options.scripts.isEmpty && Interactivity.isAvailable
        let runner = makeRunner(library, output, options, isInteractive: isInteractive)
        if isInteractive || runner.isForTerminal { TextLocale.prepare() }
        if isInteractive { return Repl(runner, options: options).run(isNew: isNew) }
        do {
            if options.checksOnly {
                try runner.learnKinds(of: location(options), kinds)
            } else {
                try runner.openSync()
                try runner.loadKindFiles()
            }
        } catch {
            return fail(ErrorReport(error), output, .libraryUnusable, color: options.color)
        }
        defer { runner.closeNetwork() }
        return runScripts(options, runner)
    }

    /// Opens the library that the options name, in memory if it need not be kept.
    ///
    /// - Returns: The library, and whether it is new.
    func openLibrary(_ options: Options) throws(LibraryError) -> (Library, isNew: Bool) {
        let isInMemory =
            options.isEphemeral || options.checksOnly || options.verifies && options.library == nil
        let location = isInMemory ? .memory : self.location(options)
        let isNew = !Library.exists(at: location)
        let library = try Library(
            location, kinds: kinds, isReadOnly: options.isReadOnly,
            // A folder that the user named must exist: the name may be misspelled.
            makesFolders: options.library == nil && surroundings["TROVE_LIBRARY"] == nil)
        return (library, isNew)
    }

    private func location(_ options: Options) -> Library.Location {
        options.isEphemeral ? .memory : .file(options.library ?? surroundings.defaultLibrary)
    }

    /// Creates the runner of a library's commands, with the settings of the options.
    func makeRunner(
        _ library: Library, _ output: Output, _ options: Options, isInteractive: Bool
    ) -> CommandRunner {
        let isScript = !isInteractive && !options.verifies
        let runner = CommandRunner(
            library: library, surroundings: surroundings, output: output,
            echoes: options.echoes && isScript, stopsOnError: options.stopsOnError && isScript,
            isForTerminal: !options.verifies && Interactivity.isTerminal(STDOUT_FILENO),
            isInterrupted: { TerminalSignals.endsWait })
        // At a prompt, `Repl` follows the window.
        if isScript { runner.width = TerminalSize.current(of: STDOUT_FILENO)?.columns }
        runner.session.saysYes = options.saysYes
        options.apply(to: &runner.session.settings)
        runner.session.settings.readEnvironment { surroundings[$0] }
        return runner
    }

    private func checkLessons(_ options: Options, _ output: Output) -> ExitStatus {
        return LessonCheck(
            output: output, surroundings: surroundings, kinds: kinds,
            renderer: ErrorRenderer(style: errorStyle(options.color), width: nil),
            isInterrupted: { TerminalSignals.endsWait }
        ).run(options.lessonFiles)
    }

    private func errorStyle(_ color: ColorChoice) -> Style {
        let automatic = Style.automatic(for: STDERR_FILENO) { surroundings[$0] }
        return Style(isEnabled: color == .always || (color == .auto && automatic.isEnabled))
    }

    func fail(
        _ report: ErrorReport, _ output: Output, _ status: ExitStatus, color: ColorChoice
    ) -> ExitStatus {
        let style = errorStyle(color)
        output.write("trove: " + style(.error, "error: ") + report.text + "\n", to: .error)
        if let advice = report.advice { output.write("  \(advice)\n", to: .error) }
        return status
    }

    // MARK: Scripts

    private func runScripts(_ options: Options, _ runner: CommandRunner) -> ExitStatus {
        let output = runner.output
        let scripts = options.scripts.isEmpty ? [.standardInput] : options.scripts
        runner.session.readsStandardInput = scripts.contains(.standardInput)
        // A name that is mistyped is found before the first script has changed anything.
        do throws(CommandFailure) {
            for script in scripts {
                guard case .file(let path) = script, !Self.isScript(path) else { continue }
                _ = try open(script, runner.library)
            }
        } catch {
            return fail(ErrorReport(error), output, .wrongUse, color: options.color)
        }
        for script in scripts {
            let scriptRunner = ScriptRunner(
                runner: runner, stopsOnError: options.stopsOnError, checksOnly: options.checksOnly)
            var ending: ScriptRunner.Ending
            do throws(CommandFailure) {
                ending = scriptRunner.run(try open(script, runner.library))
            } catch {
                return fail(ErrorReport(error), output, .wrongUse, color: options.color)
            }
            // The codes of a last `scan` come from standard input, unless that was the script.
            if case .completedScanning(let codeOptions) = ending, script != .standardInput,
                !options.checksOnly
            {
                ending = scriptRunner.taking(codeOptions).run(.codesOnStandardInput())
            }
            switch ending {
            case .completed, .completedScanning: continue
            case .quit: return status(of: runner, options, output)
            case .stopped:
                sayFailures(of: runner, output)
                return .stopped
            case .isDatabase(let file):
                return fail(
                    ErrorReport.isDatabase(file), output, .wrongUse, color: options.color)
            case .interrupted: return .stoppedBySignal
            case .lost(let error, let file, let line):
                let status = fail(
                    ErrorReport(error), output, .libraryUnusable, color: options.color)
                output.write(Message.notKept(from: line, of: file) + "\n", to: .error)
                return status
            case .outputFailed(let number):
                return fail(
                    ErrorReport(Message.cannotWrite(number)), output, .commandFailed,
                    color: options.color)
            }
        }
        return status(of: runner, options, output)
    }

    /// Returns whether a path leads to something that can be read, other than a folder.
    private static func isScript(_ path: String) -> Bool {
        FileStatus(of: path).map { $0.type != .folder } ?? false
    }

    func open(
        _ script: Options.Script, _ library: Library
    ) throws(CommandFailure) -> Script {
        switch script {
        case .command(let text): return Script(command: text)
        case .file(let path):
            do throws(CommandFailure) {
                return try Script(
                    file: Spanned(path, 0..<0), besides: library, in: surroundings)
            } catch {
                if CommandTable.vocabulary.verb(named: path) != nil {
                    throw CommandFailure(.isVerbNotFile(path))
                }
                throw error
            }
        case .standardInput: return Script.standardInput()
        }
    }

    private func status(
        of runner: CommandRunner, _ options: Options, _ output: Output
    ) -> ExitStatus {
        let left = runner.pushAtEnd()
        runner.tellEvents()
        if let left {
            output.write(runner.errorRenderer.render(warning: left), to: .error)
        }
        guard runner.failed > 0 else { return .success }
        if options.checksOnly {
            output.write(Message.mistakes(runner.failed, of: runner.total) + "\n", to: .error)
            return .wrongUse
        }
        sayFailures(of: runner, output)
        return .commandFailed
    }

    private func sayFailures(of runner: CommandRunner, _ output: Output) {
        output.write(Message.failures(runner.failed, of: runner.total) + "\n", to: .error)
    }
}
