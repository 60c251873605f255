import Glibc
import TroveServer

exit(ServerProgram.ofProcess().run(Array(CommandLine.arguments.dropFirst())))
