import TroveSystem

/// What libFuzzer calls with each input. `TROVE_FUZZER` names the fuzzer.
@c(LLVMFuzzerTestOneInput)
public func parseInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer lends `count` bytes for the duration of the call.
    chosen.parse(unsafe Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

private let chosen: Fuzzer = {
    guard let name = SystemCall.getenv("TROVE_FUZZER"), let fuzzer = Fuzzer(rawValue: name) else {
        preconditionFailure("TROVE_FUZZER has to be the name of a fuzzer")
    }
    return fuzzer
}()
