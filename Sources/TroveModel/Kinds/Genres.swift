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
}
