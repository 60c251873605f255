import Glibc
import TroveCommands
import TroveOptions
import TroveShell

exit(Program(surroundings: .ofProcess()).run(.ofProcess()))
