/// The genres that completion offers. There is no standard list, so other genres are valid.
package enum Genres {
    /// The genres in alphabetical order.
    package static let suggestions = [
        "art", "biography", "business", "children", "classics", "cooking", "crime", "drama",
        "essays",
        "fantasy", "fiction", "graphic-novel", "health", "historical", "history", "horror",
        "humour",
        "memoir", "music", "mystery", "nature", "philosophy", "poetry", "politics", "psychology",
        "reference", "religion", "romance", "sci-fi", "science", "self-help", "short-stories",
        "sports",
        "technology", "thriller", "travel", "true-crime", "young-adult",
    ]

    /// Returns the genre of the list with a name that catalogues use, regardless of case: `Science
    /// fiction` is `sci-fi`.
    package static func genre(named name: String) -> String? {
        let words = name.lowercased().replacing("-", with: " ")
        return names[words]
    }

    /// The genres by their names in catalogues, in lower case without hyphens.
    private static let names: [String: String] = {
        var names = Dictionary(
            uniqueKeysWithValues: suggestions.map { ($0.replacing("-", with: " "), $0) })
        for (genre, others) in otherNames {
            for name in others { names[name] = genre }
        }
        return names
    }()

    private static let otherNames = [
        "art": ["arts", "art & design"],
        "biography": ["biographies", "biography & autobiography"],
        "business": ["business & economics", "economics", "management"],
        "children": [
            "juvenile fiction", "juvenile literature", "juvenile nonfiction", "children's fiction",
            "children's stories", "children's literature", "picture books", "family",
        ],
        "classics": ["classic", "classic literature", "classic fiction"],
        "cooking": ["cookbooks", "cookery", "food", "recipes"],
        "crime": ["crime fiction", "gangster fiction"],
        "drama": ["plays", "theater"],
        "essays": ["essay"],
        "fantasy": ["fantasy fiction", "epic fantasy", "high fantasy", "fantasy literature"],
        "fiction": ["general fiction", "novel", "novels", "literary fiction", "adventure"],
        "graphic-novel": [
            "graphic novels", "comics", "comics & graphic novels", "comic books, strips, etc",
            "manga",
        ],
        "health": ["health & fitness", "medicine", "medical"],
        "historical": ["historical fiction", "historical novels"],
        "horror": ["horror fiction", "horror tales", "horror stories", "ghost stories"],
        "humour": ["humor", "humorous fiction", "humorous stories", "comedy", "satire"],
        "memoir": ["memoirs", "autobiography", "autobiographies"],
        "mystery": [
            "mystery fiction", "detective and mystery stories", "mystery and detective stories",
            "detective fiction", "mystery & detective",
        ],
        "nature": ["natural history", "animals"],
        "philosophy": ["philosophers"],
        "poetry": ["poems", "american poetry", "english poetry"],
        "politics": ["political science", "politics and government"],
        "psychology": ["psychological"],
        "reference": ["dictionaries", "encyclopedias"],
        "religion": ["theology", "christianity", "buddhism", "islam", "judaism"],
        "romance": ["romance fiction", "love stories", "romantic fiction"],
        "sci-fi": ["science fiction", "scifi", "space opera", "sf"],
        "science": ["physics", "biology", "chemistry", "astronomy", "mathematics"],
        "self-help": ["self help techniques", "personal development", "success"],
        "short-stories": ["short story", "stories", "short stories (single author)"],
        "sports": ["sport", "sports & recreation"],
        "technology": ["computers", "technology & engineering", "engineering"],
        "thriller": [
            "thrillers", "suspense", "suspense fiction", "spy stories", "thrillers & suspense",
        ],
        "travel": ["travel writing", "voyages and travels", "description and travel"],
        "true-crime": [],
        "young-adult": [
            "young adult fiction", "young adult literature", "young adult nonfiction",
        ],
    ]
}
