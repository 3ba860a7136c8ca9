//! Notebooks, canvases and drawings, and what they are made of.

use super::super::grammar::Grammar;
use super::super::seed::Seed;

const MARKS: &[u8] = b"{}[],:\"\n\\";
const NESTS: &[(&str, &str)] = &[
    ("[", "]"),
    ("{", "}"),
    ("{\"a\":", "}"),
    ("[[", "]]"),
    ("{\"cells\":[", "]}"),
    ("{\"data\":{\"text/plain\":", "}}"),
    ("\"", "\""),
    ("\\", "\\"),
    ("{\"elements\":[", "]}"),
    ("{\"nodes\":[", "]}"),
];

pub const NOTEBOOK: Grammar = Grammar {
    marks: MARKS,
    words: &[
        "null",
        "true",
        "false",
        "0",
        "-1",
        "1e999",
        "\"\"",
        "[]",
        "{}",
        "\\u0000",
        "\\ud800",
        "\\ud83d\\ude00",
        "\\udc00\\ud800",
        "\\n",
        "\\\\",
        "\\x",
        "\"cells\":",
        "\"worksheets\":",
        "\"cell_type\":\"code\"",
        "\"cell_type\":\"raw\"",
        "\"cell_type\":\"heading\",\"level\":99",
        "\"outputs\":",
        "\"output_type\":\"stream\"",
        "\"output_type\":\"error\"",
        "\"output_type\":\"pyout\"",
        "\"output_type\":\"display_data\"",
        "\"text\":",
        "\"source\":",
        "\"execution_count\":18446744073709551616",
        "\"text/plain\":",
        "\"text/html\":",
        "\"text/latex\":",
        "\"text/markdown\":",
        "\"image/png\":",
        "\"image/svg+xml\":",
        "\"application/json\":",
        "\"traceback\":",
        "\"ename\":",
        "\"evalue\":",
        "\"attachments\":",
        "\"nbformat\":5",
        "\"metadata\":",
        "```",
        "~~~",
        "# ",
        "<table><tr><td>",
        "\\u001b[31m",
        "\\u001b[",
        "\\r",
        "\\b",
        "\u{feff}",
        "%%html",
        ",",
        ":",
    ],
    nests: NESTS,
};

pub const DRAWING: Grammar = Grammar {
    marks: MARKS,
    words: &[
        "null",
        "true",
        "0",
        "-1e308",
        "1e308",
        "1e999",
        "\"\"",
        "[]",
        "{}",
        "\\u0000",
        "\\ud800",
        "\\ud83d\\ude00",
        "\\n",
        "\\\\",
        "\"nodes\":",
        "\"edges\":",
        "\"type\":\"group\"",
        "\"type\":\"file\"",
        "\"type\":\"link\"",
        "\"type\":\"text\"",
        "\"type\":\"arrow\"",
        "\"type\":\"frame\"",
        "\"id\":\"a\"",
        "\"x\":1e300",
        "\"width\":-5",
        "\"height\":1e13",
        "\"fromNode\":\"a\"",
        "\"toNode\":\"a\"",
        "\"fromEnd\":\"arrow\"",
        "\"toEnd\":\"none\"",
        "\"subpath\":\"#x\"",
        "\"containerId\":\"r1\"",
        "\"isDeleted\":true",
        "\"startBinding\":{\"elementId\":\"r1\"}",
        "\"endBinding\":{\"elementId\":\"a\"}",
        "\"originalText\":",
        "\"rawText\":",
        "\"link\":\"[[x]]\"",
        "\"elements\":",
        "```json\n",
        "```compressed-json\n",
        "\n```\n",
        "%%\n",
        "# Excalidraw Data\n",
        "## Text Elements\n",
        "## Element Links\n",
        "## Embedded Files\n",
        "## Drawing\n",
        " ^abcd1234\n",
        "abcd1234: [[x]]\n",
        "---\n",
        "==Switch to EXCALIDRAW VIEW==\n",
        "~~~\n",
        "\u{feff}",
    ],
    nests: NESTS,
};

const CELLS: &str = r##"{"cells":[{"cell_type":"markdown","id":"m","metadata":{},"source":["# Title\n","\n","Text with ![a](attachment:a.png) and `code`."],"attachments":{"a.png":{"image/png":"iVBORw0KGgo="}}},{"cell_type":"code","execution_count":3,"metadata":{"tags":["x"]},"outputs":[{"name":"stdout","output_type":"stream","text":["one\n","\u001b[31mred\u001b[0m\r50%\r100%\n"]},{"data":{"text/plain":["<matplotlib>"],"image/png":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"},"execution_count":3,"metadata":{},"output_type":"execute_result"},{"data":{"text/html":["<table><tr><td>1</td></tr></table>"],"text/plain":"   a\n0  1"},"metadata":{},"output_type":"display_data"},{"data":{"text/latex":"$x^2$","application/vnd.x+json":{"a":[1,2]}},"metadata":{},"output_type":"update_display_data"},{"ename":"ValueError","evalue":"no","output_type":"error","traceback":["\u001b[0;31mTraceback\u001b[0m\n","ValueError: no"]}],"source":"import x\nprint(\"\\u00e9 \ud83d\ude00\")\n"},{"cell_type":"raw","metadata":{"format":"text/html"},"source":"<b>raw</b>"},{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":""}],"metadata":{"kernelspec":{"display_name":"Python 3","language":"python","name":"python3"},"language_info":{"name":"python"}},"nbformat":4,"nbformat_minor":5}"##;
const OLD: &str = r#"{"metadata":{"name":""},"nbformat":3,"worksheets":[{"cells":[{"cell_type":"heading","level":2,"source":"Old"},{"cell_type":"code","collapsed":false,"input":["1+1"],"language":"python","outputs":[{"output_type":"pyout","prompt_number":1,"text":["2"],"png":"iVBORw0KGgo="},{"output_type":"pyerr","ename":"E","evalue":"v","traceback":["t"]},{"output_type":"stream","stream":"stderr","text":"w"},{"output_type":"display_data","html":"<p>x</p>","latex":"y","svg":"<svg/>","javascript":"z"}],"prompt_number":1},{"cell_type":"markdown","source":"```\n# no heading\n```\n"}]}]}"#;

pub fn notebooks() -> Vec<Seed> {
    vec![Seed::text(CELLS), Seed::text(OLD), Seed::text(&spread(CELLS))]
}

const CANVAS: &str = r##"{"nodes":[{"id":"g","type":"group","x":-100,"y":-100,"width":600,"height":400,"label":"All"},{"id":"h","type":"group","x":0,"y":0,"width":300,"height":200,"label":"Inner"},{"id":"a","type":"text","x":10,"y":10,"width":100,"height":60,"text":"# One\nmore **text**","color":"1"},{"id":"b","type":"file","x":150,"y":10,"width":100,"height":60,"file":"Notes/B.md","subpath":"#Heading"},{"id":"c","type":"link","x":10,"y":100,"width":100,"height":60,"url":"https://a.example"},{"id":"d","type":"text","x":700,"y":0,"width":100.5,"height":6e1,"text":"One"},{"id":"e","type":"odd","x":0,"y":900,"text":"?"}],"edges":[{"id":"1","fromNode":"a","fromSide":"right","toNode":"b","toSide":"left","label":"to"},{"id":"2","fromNode":"b","toNode":"a","fromEnd":"arrow","toEnd":"none"},{"id":"3","fromNode":"g","toNode":"zz"}]}"##;
const PLAIN: &str = r#"{"type":"excalidraw","version":2,"elements":[{"id":"r1","type":"rectangle","x":0,"y":0,"width":100,"height":60},{"id":"t1","type":"text","text":"Start","containerId":"r1","x":10,"y":12,"width":50,"height":20},{"id":"r2","type":"rectangle","x":300,"y":0,"width":100,"height":60},{"id":"t2","type":"text","text":"En\nd","originalText":"End","containerId":"r2","x":310,"y":10},{"id":"a","type":"arrow","x":100,"y":30,"startBinding":{"elementId":"r1"},"endBinding":{"elementId":"r2"},"endArrowhead":"arrow","startArrowhead":null},{"id":"l","type":"text","text":"goes to","containerId":"a","x":150,"y":10},{"id":"f","type":"frame","name":"Frame","x":0,"y":0,"width":900,"height":900},{"id":"gone","type":"text","text":"deleted","isDeleted":true,"x":0,"y":0},{"id":"t3","type":"text","text":"Below","x":0,"y":500,"link":"[[Note]]"}]}"#;
const NOTE: &str = "---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n==\u{26a0}  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. \u{26a0}==\n\nMy own words.\n\n```js\n# no heading\n```\n\n# Excalidraw Data\n\n## Text Elements\nHello world ^abcd1234\n\nTwo\nlines ^efgh5678\n\n## Element Links\nabcd1234: [[Other note]]\n\n## Embedded Files\n0a1b2c: [[cat.png]]\n\n%%\n## Drawing\n```compressed-json\nN4IgLgngDgpiBcIYA8DGBDANgSwCYCd0B3EAGhADcZ8BnbAewDsEAmcmTGAWxkbBoQBtUHgQh8ARjLhocRPhiow6RgHNO05AgAM5CDvJE8YABYIJ23SBMxsqk2AQA2bQF9SI3GLBTykWN4ojn5BYgDKYAAn+MEgqEzK2IzUAJJe8r4gWvAWeuZsIEa4pggArFY2dg6sbh4govIs0v5ySJg4UDRw5NkAzJZ58FZFJTkD1rb2jvAu7p7eTX6ygcixYKGIAKKMXuTxfOhJqenii1kIvbkg+mOGxmbw5eSVUzVz9SfozcuI6Pj49BIPXM4xu/XINGUMQAQklcElVAhQBxuLwwGkxJIQO4kDtYTsEUi2qi+BjGtj2DsAIL/QE2dCfWlAkCQv5gGkAoj09KMACu7XeDRAADNMi0xMKFDACMRNGVBqVyFB6El+EJBLptABdUiCCSkCQ6wRsAAsRt6pAAnEaTQanFqtYKTsKzuLEJKYNLCMzsorrvKQMrVQJ4II9aQWA6nWJsN8AohsFx0KpuudHgryMLsJwySBtOgJAAjFioCnzd29OOtD1e2XkbA0AAiKPW6TA+F5MFcOpAjHo6zEgFPTQA05oA8qIABIAie0A6trjwC8G4AAPexQA\n```\n%%\n";

pub fn drawings() -> Vec<Seed> {
    let old = format!("My text\n\n# Text Elements\nStart ^abcd1234\n\n%%\n# Drawing\n```json\n{PLAIN}\n```\n%%");
    let many = r#"{"id":"a","type":"group","x":1,"y":2,"width":300,"height":200,"label":"g"},{"id":"b","type":"text","x":5,"y":9,"text":"t"},"#.repeat(20);
    let groups = format!(r#"{{"nodes":[{many}{{}}],"edges":[]}}"#);
    vec![
        Seed::text(CANVAS),
        Seed::text(PLAIN),
        Seed::text(NOTE),
        Seed::text(&old),
        Seed::text(&groups),
        Seed::text(&spread(CANVAS)),
    ]
}

/// The same with white space, as programs write it.
fn spread(json: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(json).expect("a seed is JSON");
    format!("{value:#}")
}
