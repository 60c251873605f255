/// The genres that completion offers. There is no standard list; others are accepted as they are.
package enum Genres {
    /// In alphabetical order.
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
}
