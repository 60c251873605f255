internal import Glibc
internal import TroveShell

exit(Program(surroundings: .ofProcess()).run(Array(CommandLine.arguments.dropFirst())))
