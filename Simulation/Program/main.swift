import Glibc
import TroveSimulation

exit(await Simulator.main(Array(CommandLine.arguments.dropFirst())))
