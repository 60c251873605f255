import Glibc
import TroveCommands
import TroveShell

exit(Program(surroundings: .ofProcess()).run(Array(CommandLine.arguments.dropFirst())))
