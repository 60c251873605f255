import TroveSystem

/// Returns a number from the environment, for tests that can run longer than usual.
package func environmentNumber(_ name: String, default standard: Int) -> Int {
    SystemCall.getenv(name).flatMap { Int($0) } ?? standard
}
