import Testing
import TroveHTTP
import TroveLookup
import TroveModel

@Test func everyCatalogueHasAName() {
    let names = CatalogueServices.all.map(\.name)
    #expect(Set(names).count == names.count)
}
