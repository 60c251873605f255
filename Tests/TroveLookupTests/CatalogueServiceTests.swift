import Testing
import TroveHTTP
import TroveLookup
import TroveModel

@Test func everyCatalogueHasAName() {
    #expect(Set(CatalogueService.allCases.map(\.name)).count == CatalogueService.allCases.count)
}
