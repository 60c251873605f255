extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element satisfies a condition. All later elements must satisfy
    /// it, too.
    @inlinable
    package func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
