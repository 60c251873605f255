/// The English names of languages.
package enum LanguageNames {
    /// Returns the English name of a language.
    ///
    /// - Parameter code: a code of ISO 639-1 (`en`), of ISO 639-2 in either form (`ger`, `deu`), or
    ///   one of these with a region (`en-US`).
    /// - Returns: nil for a code that is not in the list.
    package static func name(ofCode code: String) -> String? {
        let main = code.lowercased().prefix { $0 != "-" && $0 != "_" }
        return names[String(main)]
    }

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let name = words.first else { continue }
            for code in words.dropFirst() { names[String(code)] = String(name) }
        }
        return names
    }()

    /// A name in each line, with its codes.
    private static let table = """
        Afrikaans af afr
        Albanian sq alb sqi
        Arabic ar ara
        Armenian hy arm hye
        Basque eu baq eus
        Belarusian be bel
        Bengali bn ben
        Bosnian bs bos
        Bulgarian bg bul
        Burmese my bur mya
        Catalan ca cat
        Chinese zh chi zho
        Croatian hr hrv scr
        Czech cs cze ces
        Danish da dan
        Dutch nl dut nld
        English en eng
        Esperanto eo epo
        Estonian et est
        Finnish fi fin
        French fr fre fra
        Galician gl glg
        Georgian ka geo kat
        German de ger deu
        Greek el gre ell
        Gujarati gu guj
        Hebrew he iw heb
        Hindi hi hin
        Hungarian hu hun
        Icelandic is ice isl
        Indonesian id in ind
        Irish ga gle
        Italian it ita
        Japanese ja jpn
        Kannada kn kan
        Kazakh kk kaz
        Korean ko kor
        Latin la lat
        Latvian lv lav
        Lithuanian lt lit
        Macedonian mk mac mkd
        Malay ms may msa
        Malayalam ml mal
        Marathi mr mar
        Mongolian mn mon
        Nepali ne nep
        Norwegian no nb nn nor nob nno
        Persian fa per fas
        Polish pl pol
        Portuguese pt por
        Punjabi pa pan
        Romanian ro rum ron
        Russian ru rus
        Sanskrit sa san
        Serbian sr srp scc
        Slovak sk slo slk
        Slovenian sl slv
        Spanish es spa
        Swahili sw swa
        Swedish sv swe
        Tagalog tl tgl
        Tamil ta tam
        Telugu te tel
        Thai th tha
        Tibetan bo tib bod
        Turkish tr tur
        Ukrainian uk ukr
        Urdu ur urd
        Vietnamese vi vie
        Welsh cy wel cym
        Yiddish yi yid
        """
}
