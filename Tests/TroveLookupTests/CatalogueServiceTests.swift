import Testing
import TroveLookup

@Test func everyCatalogueHasAName() {
    #expect(Set(CatalogueService.allCases.map(\.name)).count == CatalogueService.allCases.count)
}
