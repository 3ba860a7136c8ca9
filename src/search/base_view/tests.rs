use super::{BaseFile, BaseView, DayTable, LocalTime};
use crate::note::{PropertyValue, TypedProperties};

const NOTE: &str = "---\nstatus: open\nprice: 2.5\ndue: 2026-03-01\ntags: [home, work/now]\ndone: false\nempty:\n\
    title: The Fog Bell\nauthors:\n  - Ann\n  - Bo\nlink: \"[[Ann]]\"\nwhen: 2026-03-01T10:05:07\n---\n";

/// What a view with the columns `order` and the filter `filter` shows of the note.
fn shown(yaml: &str) -> Result<Option<Vec<String>>, String> {
    let view = BaseView::parse(yaml, None).map_err(|error| error.to_string())?;
    let properties = TypedProperties::of(NOTE.as_bytes());
    let mut days = DayTable::default();
    let known = DayTable::needed([86_400_000.0 * 20_000.0].into_iter());
    let starts: Vec<f64> = known.iter().map(|day| f64::from(*day) * 86_400_000.0 - 3_600_000.0).collect();
    days.add(&known, &starts);
    let file = BaseFile {
        path: "Notes/Sea/Bell.md",
        size: 812.0,
        mtime: 86_400_000.0 * 20_000.0,
        ctime: None,
        properties: &properties,
        has_tag: &|tag| ["home", "work", "work/now"].contains(&tag),
        now: LocalTime::parse("2026-03-02"),
        days: &days,
    };
    let values = view.values(&file, &mut 0).map_err(|(written, reason)| format!("{written}: {}", reason.0))?;
    let text = |value: &PropertyValue| serde_json::to_string(value).unwrap_or_default();
    Ok(values.map(|values| values.iter().map(text).collect()))
}

/// The value of a formula as JSON, or why it is refused.
fn value(formula: &str) -> String {
    let yaml = format!("formulas:\n  x: {}\nviews:\n  - order: [formula.x]\n", serde_json::json!(formula));
    let view = BaseView::parse(&yaml, None).expect("a base");
    if let Some(refused) = view.refused.into_iter().next() {
        return refused;
    }
    let values = shown(&yaml).expect("no filter").expect("no filter");
    values[0].clone()
}

#[test]
fn formulas_have_the_values_of_the_documentation() {
    for (formula, expected) in [
        // From the help of Bases.
        ("1.isTruthy()", "true"),
        ("\"example\".isType(\"string\") && true.isType(\"boolean\")", "true"),
        ("123.toString()", "\"123\""),
        ("if(done, \"Modified\", \"Unmodified\")", "\"Unmodified\""),
        ("list(\"value\")", "[\"value\"]"),
        ("number(\"3.4\")", "3.4"),
        ("date(\"2024-12-01\") + \"1M\" + \"4h\" + \"3m\"", "\"2025-01-01T04:03:00\""),
        ("date(\"2025-05-27\").format(\"YYYY-MM-DD\")", "\"2025-05-27\""),
        ("(today() + duration('1d') * 2) - today()", "172800000.0"),
        ("\"hello\".contains(\"ell\") && \"hello\".containsAll(\"h\", \"e\")", "true"),
        ("\"hello\".containsAny(\"x\", \"y\", \"e\")", "true"),
        ("\"123\".repeat(2)", "\"123123\""),
        ("\"hello\".reverse()", "\"olleh\""),
        ("\"hello\".slice(1, 4)", "\"ell\""),
        ("\"a,b,c,d\".split(\",\", 3)", "[\"a\",\"b\",\"c\"]"),
        ("\"  hi  \".trim()", "\"hi\""),
        ("(-5).abs()", "5.0"),
        ("(2.1).ceil() + (2.9).floor()", "5.0"),
        ("(2.5).round()", "3.0"),
        ("(2.3333).round(2)", "2.33"),
        ("(3.14159).toFixed(2)", "\"3.14\""),
        ("[1,2,3].containsAll(2,3) && [1,2,3].containsAny(3,4)", "true"),
        ("[1,2,3,4].filter(value > 2)", "[3.0,4.0]"),
        ("[1,[2,3]].flat()", "[1.0,2.0,3.0]"),
        ("[1,2,3].join(\",\")", "\"1,2,3\""),
        ("[1,2,3,4].map(value + 1)", "[2.0,3.0,4.0,5.0]"),
        ("[1,2,3].reduce(acc + value, 0)", "6.0"),
        ("[1,2,3,4].slice(1,3)", "[2.0,3.0]"),
        ("[3, 1, 2].sort()", "[1.0,2.0,3.0]"),
        ("[\"c\", \"a\", \"b\"].sort()", "[\"a\",\"b\",\"c\"]"),
        ("[1,2,2,3].unique()", "[1.0,2.0,3.0]"),
        ("5.isEmpty() || \"\".isEmpty()", "true"),
        // Of the note.
        ("status == \"open\" && note.price > 2", "true"),
        ("if(price, price.toFixed(2) + \" dollars\")", "\"2.50 dollars\""),
        ("authors[1] + authors.length", "\"Bo2\""),
        ("title.lower().split(\" \").map(value.slice(0, 1)).join(\"\")", "\"tfb\""),
        ("due < today() && due.year == 2026 && when.minute == 5", "true"),
        ("file.name + file.ext + file.folder", "\"Bell.mdmdNotes/Sea\""),
        ("file.inFolder(\"Notes\") && !file.inFolder(\"No\") && file.hasTag(\"work\")", "true"),
        // Links are equal if they lead to the same note: never if its name is another.
        ("link == link(\"Ann\")", "true"),
        ("link == link(\"Bo\") || link == \"[[Bo]]\"", "false"),
        ("list(link).contains(link(\"people/Bo.md\", \"Bo\"))", "false"),
        ("authors.contains(link(\"Cy\"))", "false"),
        ("link(\"Ann#Life\", \"she\")", "\"[[Ann#Life|she]]\""),
        ("file.hasProperty(\"status\") && !file.hasProperty(\"nothing\")", "true"),
        ("file.mtime.format(\"YYYY-MM-DD HH:mm\")", "\"2024-10-04 01:00\""),
        ("nothing.contains(\"x\")", "null"),
        ("\"a,b\".split(\",\").length", "2.0"),
        ("empty.isEmpty() && nothing.isEmpty()", "true"),
        ("formula.x", "formula.x = formula.x: formulas refer to each other"),
    ] {
        assert_eq!(value(formula), expected, "{formula}");
    }
}

#[test]
fn what_the_documentation_leaves_open_has_no_value() {
    for formula in [
        "nothing < 5",
        "nothing + 1",
        "status > \"a\"",
        "link == link(\"people/Ann\")",
        "link == link(\"ann.md\", \"she\")",
        "authors.contains(link(\"Ann\"))",
        "status.contains(link(\"open\"))",
        "link == \"see [[Bo]]\"",
        "link == \"[Bo](Bo.md)\"",
        "link(\"https://example.org\")",
        "link(\"[[Ann]]\")",
        "link(2)",
        "now()",
        "file.ctime",
        "[1, \"a\"].sort()",
        "\"a\".replace(\"\", \"b\")",
        "\"e\u{301}\".reverse()",
        "1e9.toString()",
        "(1.45).round(1)",
        "due.format(\"MMMM\")",
        "[].isTruthy()",
        "\"ab\".repeat(100000)",
        "\"ab\".repeat(4000).replace(\"a\", \"b\".repeat(9000))",
        "link.contains(\"Ann\")",
        "link.length",
        "link + \"\"",
        "1 / 0",
        "date(\"2026-01-01\") + duration(\"100000y\") * 100000",
        "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24].reduce([acc,acc],0).length",
    ] {
        let refused = value(formula);
        assert!(refused == "null" || refused.starts_with("formula.x = "), "{formula} gives {refused}");
    }
}

#[test]
fn what_can_t_be_evaluated_is_refused_with_the_formula() {
    for (formula, reason) in [
        ("file.hasLink(\"A\")", "file.hasLink() can't be evaluated here"),
        ("this.file.name", "this can't be evaluated here"),
        ("random() > 0.5", "random() can't be evaluated here"),
        ("/a/.matches(status)", "regular expressions can't be evaluated here"),
        ("start-date == 1", "\"start\" is followed by a hyphen: put blanks around a minus, or write note[\"…\"]"),
        ("status == ", "it has the end where a value should be"),
        ("formula.y", "the base has no formula \"y\""),
    ] {
        let yaml = format!("filters: {}\n", serde_json::json!(formula));
        let error = BaseView::parse(&yaml, None).expect_err(formula).to_string();
        assert!(error.contains(reason) && error.contains(&crate::path::quoted(formula)), "{error}");
    }
}

#[test]
fn hostile_formulas_end_soon() {
    // Each refers to the next, often or deeply.
    let often = |at: usize| vec![format!("formula.x{}", at + 1); 6].join(" + ");
    let deep = |at: usize| {
        let ones = " + 1".repeat(35);
        (0..9).fold(format!("formula.x{}", at + 1), |inner, _| format!("({inner}{ones})"))
    };
    let many: &[&dyn Fn(usize) -> String] = &[&often, &deep];
    for (count, formula) in [(18, many[0]), (15, many[1])] {
        let formulas: String = (0..count).fold(String::new(), |all, at| all + &format!("  x{at}: {}\n", formula(at)));
        let yaml = format!("formulas:\n{formulas}  x{count}: 1\nfilters: formula.x0 > 0\n");
        let refused = shown(&yaml).expect_err("it takes too long or is too deep");
        assert!(refused.contains("formula.x0"), "{refused}");
    }
}

#[test]
fn filters_are_joined_as_in_the_help() {
    for (filter, expected) in [
        ("'status == \"open\"'", Ok(true)),
        ("\n  and:\n    - status == \"open\"\n    - price > 3", Ok(false)),
        (
            "\n  or:\n    - file.hasTag(\"book\")\n    - and:\n        - file.hasTag(\"home\")\n        - price > 2",
            Ok(true),
        ),
        ("\n  not:\n    - file.hasTag(\"home\")\n    - file.inFolder(\"Required\")", Ok(false)),
        // A part that is not certain matters only if the others don't decide.
        ("\n  and:\n    - nothing < 5\n    - price > 3", Ok(false)),
        ("\n  or:\n    - nothing < 5\n    - price > 2", Ok(true)),
        (
            "\n  and:\n    - nothing < 5\n    - price > 2",
            Err("nothing < 5: an empty value is compared or calculated with"),
        ),
        ("nothing.contains(\"x\")", Ok(false)),
        ("true", Ok(true)),
    ] {
        let shown = shown(&format!("filters: {filter}\nviews:\n  - filters: price > 1\n"));
        let expected = expected.map_err(str::to_owned);
        assert_eq!(shown.map(|values| values.is_some()), expected, "{filter}");
    }
}

#[test]
fn a_view_has_columns_an_order_and_a_limit() {
    let yaml = "formulas:\n  twice: price * 2\nviews:\n  - name: One\n  - type: table\n    name: Two\n    limit: 3\n    \
        groupBy:\n      property: note.status\n      direction: DESC\n    order:\n      - file.name\n      - note.due\n      \
        - formula.twice\n      - file.links\n    sort:\n      - property: formula.twice\n        direction: ASC\n";
    let view = BaseView::parse(yaml, Some("Two")).expect("a view");
    assert_eq!(view.limit, Some(3));
    assert_eq!(view.columns.iter().map(|column| &*column.name).collect::<Vec<_>>(), ["due", "formula.twice"]);
    assert_eq!(view.directions().collect::<Vec<_>>(), [true, false]);
    assert_eq!(view.refused, ["file.links: file.links can't be evaluated here"]);
    assert!(!view.asks_for_times());
    let error = BaseView::parse(yaml, Some("Three")).expect_err("no such view");
    assert_eq!(
        (error.to_string(), error.help.as_str()),
        ("the base has no view \"Three\"".into(), "its views are \"One\", \"Two\"")
    );
    // How a list is sorted is not documented: with a limit, it decides which files the view has.
    let by_list = "views:\n  - sort:\n      - property: authors\n";
    assert_eq!(shown(by_list), Ok(Some(vec!["null".to_owned()])));
    let reason = "authors: it is sorted by a list or a duration".to_owned();
    assert_eq!(shown(&format!("{by_list}    limit: 1\n")), Err(reason));
    for (yaml, what) in [
        ("views: x", "`views` of the base is not understood"),
        ("views:\n  - limit: many", "`limit` of the base is not understood"),
        ("filters:\n  xor: []", "a filter of the base is not understood"),
        ("a: *b", "the YAML of the base is not understood"),
        (
            "views:\n  - sort:\n      - property: file.links",
            "the order by \"file.links\" of the base can't be evaluated exactly",
        ),
    ] {
        let error = BaseView::parse(yaml, None).expect_err(yaml).to_string();
        assert!(error.starts_with(what), "{error}");
    }
}
