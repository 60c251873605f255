import TroveSimulation

/// Runs schedules for as long as one likes: `TroveSimulator COUNT [FIRST-SEED] [MISTAKE]`.
await Simulator.main(CommandLine.arguments.dropFirst().map { $0 })
