import Glibc
import TroveOptions
import TroveServer

exit(ServerProgram.ofProcess().run(.ofProcess()))
