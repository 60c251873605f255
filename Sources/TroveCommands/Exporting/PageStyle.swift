/// The style sheet of a page to share.
enum PageStyle {
    /// A grid that has one column on a phone, in the colors that the reader's system prefers.
    static let sheet: HTMLMarkup = """
        :root { color-scheme: light dark; --page: #f6f5f2; --card: #fff; --text: #1f1e1b;
          --faint: #65625a; --line: #dedbd3; --accent: #7a4b12; --frame: #ebe8e0; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #171613; --card: #22211d; --text: #ece9e2; --faint: #a8a398;
            --line: #3a3832; --accent: #e0b070; --frame: #2e2c27; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--text);
          font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
        header, main, footer { max-width: 80rem; margin: 0 auto; padding: 0 1rem; }
        header { padding-top: 1.5rem; }
        h1 { margin: 0; font-size: 1.8rem; line-height: 1.2; }
        header p { margin: .3rem 0 0; color: var(--faint); }
        nav ul { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0; padding: 0;
          list-style: none; }
        nav a { display: block; padding: .3rem .8rem; border: 1px solid var(--line);
          border-radius: 1rem; background: var(--card); color: inherit; text-decoration: none; }
        nav a:hover, nav a:focus-visible { border-color: var(--accent); }
        h2 { margin: 2rem 0 .8rem; font-size: 1.3rem; line-height: 1.2; }
        .count { color: var(--faint); font-size: 1rem; font-weight: normal; }
        .items { display: grid; gap: .8rem; align-items: start;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
        article { display: flex; gap: .9rem; padding: .9rem; background: var(--card);
          border: 1px solid var(--line); border-radius: .6rem; }
        article > div:last-child { flex: 1; min-width: 0; }
        .picture { flex: 0 0 5.5rem; align-self: flex-start; }
        .picture img { display: block; width: 100%; height: auto; border-radius: .3rem; }
        .none { display: flex; align-items: center; justify-content: center; height: 8rem;
          border-radius: .3rem; background: var(--frame); color: var(--faint); font-size: 2rem; }
        h3 { margin: 0; font-size: 1.05rem; line-height: 1.3; }
        article p { margin: .25rem 0 0; }
        .creator { color: var(--faint); }
        .badges { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .7rem; }
        .state { padding: 0 .5rem; border: 1px solid var(--line); border-radius: .8rem;
          font-size: .85rem; }
        .rating { color: var(--faint); font-size: .85rem; white-space: nowrap; }
        .stars { color: var(--accent); font-size: 1rem; letter-spacing: .05em; }
        .progress { color: var(--faint); font-size: .85rem; }
        progress { display: block; width: 100%; height: .5rem; accent-color: var(--accent); }
        .facts { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: .4rem 0 0;
          padding: 0; list-style: none; font-size: .85rem; }
        .facts span { color: var(--faint); }
        .tags { display: flex; flex-wrap: wrap; gap: .3rem; margin: .4rem 0 0; padding: 0;
          list-style: none; font-size: .8rem; }
        .tags li { padding: 0 .5rem; border-radius: .8rem; background: var(--frame); }
        details { margin-top: .4rem; font-size: .9rem; }
        summary { color: var(--accent); cursor: pointer; }
        footer { padding-top: 1.5rem; padding-bottom: 1.5rem; color: var(--faint);
          font-size: .85rem; }
        footer p { margin: .2rem 0; }
        @media print { article { break-inside: avoid; } nav { display: none; } }
        """
}
