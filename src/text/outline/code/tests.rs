//! Small files in each language and their outlines.

use crate::text::outline::{language_of, outline, render};

#[track_caller]
fn assert_outline(name: &str, code: &str, expected: &str) {
    let language = language_of(name).unwrap();
    let shown = render(&outline(language, code.as_bytes()).entries, 10_000).text;
    assert_eq!(shown, expected.trim_matches('\n'), "{name}");
}

#[test]
fn rust_shows_items_without_bodies_and_attributes() {
    let code = "//! fn no() {}\n#[derive(Debug)]\npub struct A<'a> {\n    x: &'a str,\n}\nimpl<'a> A<'a> {\n    /* fn no() { /* } */\n    \
        pub(crate) fn f(\n        &self,\n        c: char,\n    ) -> Result<()> {\n        let s = r#\"} fn no() {\"#;\n        let c = '{';\n    }\n    \
        const fn g() {}\n}\nmod b { const X: u8 = 1; }\nmacro_rules! m { () => {} }\ntrait T { fn h(); }\nextern \"C\" { fn c(); }\n";
    let expected = "
3-5: pub struct A<'a>
6-16: impl<'a> A<'a>
8-14:   pub(crate) fn f(&self, c: char) -> Result<()>
15:   const fn g()
17: mod b
17:   const X: u8 = 1
18: macro_rules! m
19: trait T
19:   fn h()
20: fn c()";
    assert_outline("a.rs", code, expected);
}

#[test]
fn javascript_shows_classes_functions_and_what_is_assigned_them() {
    let code = "import { type no, x } from 'y'\nexport const f = async (a = {}) => {\n  if (a) { g() }\n}\nclass A extends B {\n  #x = /[}/]{/\n  \
        get y() { return `}${ { a: '}' } }{` }\n  static async *go(a) {\n    function inner() {}\n  }\n}\nmodule.exports.h = function () {}\n\
        const o = {\n  m(x) {},\n  n: () => 1,\n}\nexport default wrap(class C { k() {} })\n";
    let expected = "
2-4: export const f = async (a = {}) =>
5-11: class A extends B
7:   get y()
8-10:   static async *go(a)
9:     function inner()
12: module.exports.h = function ()
14: m(x)
15: n: () =>
17: k()";
    assert_outline("a.js", code, expected);
}

#[test]
fn typescript_shows_types_and_signatures() {
    let code = "export interface A<T> extends B {\n  x: number;\n  f?(a: { b: string }): void;\n}\ntype C = { d: 1 } |\n  2;\n\
        declare module 'm' {\n  export function g(a: string): { b: 1 };\n}\nexport enum E { X }\nabstract class D {\n  \
        @dec({ a: 1 })\n  private async h<T extends {}>(x: T): Promise<{ a: T }> {\n  }\n}\nexport const k: { [a: string]: number } = { z: 1 };\n";
    let expected = "
1-4: export interface A<T> extends B
3:   f?(a: {…}): void
5-6: type C
7-9: declare module 'm'
8:   export function g(a: string): {…}
10: export enum E
11-15: abstract class D
13-14:   private async h<T extends {}>(x: T): Promise<{…}>
16: export const k: {…}";
    assert_outline("a.ts", code, expected);
}

#[test]
fn python_goes_by_indentation_and_skips_strings() {
    let code = "LIMIT = 3\n@dec\nclass A(B):\n    \"\"\"\ndef no(): pass\n\"\"\"\n    async def f(self,\n          x=':'): return 1\n\n    def g(self):\n\
        \tdef h(): pass\n# def no():\nif LIMIT:\n    def k() -> int:\n        return (\n1)\n";
    let expected = "
1: LIMIT = 3
3-11: class A(B)
7-8:   async def f(self, x=':')
10-11:   def g(self)
11:     def h()
14-16: def k() -> int";
    assert_outline("a.py", code, expected);
}

#[test]
fn languages_like_c_show_functions_by_their_shape() {
    let java = "class A {\n  private int x = f();\n  A() { g(); }\n  @X(\"{\") public <T> Map<K, V> h(int a) throws E {\n    if (a) { }\n  }\n  abstract int i();\n}\n";
    assert_outline(
        "A.java",
        java,
        "1-8: class A\n3:   A()\n4-6:   public <T> Map<K, V> h(int a) throws E\n7:   abstract int i()",
    );
    let cpp = "#if 0\nvoid no() {\n#else\nnamespace a {\n#endif\nclass B : C {\n public:\n  B() : x{1} { }\n  bool operator==(B) const;\n};\n}\n\
        typedef struct { int x; } T;\nstatic int\nf(int a)\n{\n}\nint y = g(1);\nstruct T *h(void);\n#define M(x) { \\\n {\nB::B() {}\n";
    let expected = "
4-11: namespace a
6-10:   class B : C
8:     B() : x{…}
9:     bool operator==(B) const
12: typedef struct {…} T
13-16: static int f(int a)
18: struct T *h(void)
21: B::B()";
    assert_outline("a.hpp", cpp, expected);
    assert_outline("a.cpp", "auto s = R\"(\"\nint g() {\n)\";\nint f() {\n}\n", "4-5: int f()");
    let csharp = "namespace N;\n[X] class A {\n  string p = @\"\\\";\n  public int P { get; set; }\n  int Q => 1;\n  A() : base() { }\n}\n";
    assert_outline("a.cs", csharp, "1: namespace N\n2-7: class A\n4:   public int P\n5:   int Q\n6:   A() : base()");
    let dart =
        "class A {\n  A.b(this.x);\n  int get c => 1;\n  void d() { print('${e['x']}}'); }\n}\nvoid main() => f();\n";
    assert_outline("a.dart", dart, "1-5: class A\n2:   A.b(this.x)\n3:   int get c\n4:   void d()\n6: void main()");
}

#[test]
fn kotlin_swift_go_and_php_have_words_for_it() {
    let kotlin = "const val X = 1\nclass A(val b: B) : C {\n  override fun f() = g {\n  }\n  companion object { fun h() {} }\n}\nfun String.k(\n  a: Int,\n): Int {\n}\n";
    let expected = "1: const val X = 1\n2-6: class A(val b: B) : C\n3-4:   override fun f()\n5:   companion object\n5:     fun h()\n7-10: fun String.k(a: Int): Int";
    assert_outline("a.kt", kotlin, expected);
    let swift = "@main struct A: B {\n  var x: Int { 1 }\n  init?(a: Int) { print(\"\\(f(\"x\"))}\") }\n  func g<T>(_ x: T) -> T where T: C {\n  }\n}\nextension A { }\n";
    assert_outline(
        "a.swift",
        swift,
        "1-6: struct A: B\n3:   init?(a: Int)\n4-5:   func g<T>(_ x: T) -> T where T: C\n7: extension A",
    );
    let go = "type T struct {\n\tA int `json:\"{\"`\n}\nfunc (t *T) F(g func(int) bool) interface{} {\n\tgo func() {}()\n}\nconst (\n\tA = 1\n)\n";
    assert_outline(
        "a.go",
        go,
        "1-3: type T struct\n4-6: func (t *T) F(g func(int) bool) interface{}\n7-9: const (A = 1)",
    );
    let php = "{<?php\nnamespace A\\B;\n# {\nclass C {\n  public function d(): ?int { return <<<X\n  }\n  X; }\n}\nfunction e() { ?>}<?php }\n";
    assert_outline("a.php", php, "2: namespace A\\B\n4-8: class C\n5-7:   public function d(): ?int\n9: function e()");
}

#[test]
fn ruby_lua_and_shell_end_below_where_they_begin() {
    let ruby = "module A\n  class B < C\n    def f(x)\n      y = <<~T\n    def no\n      T\n    end\n    def g = 1\n  end\nend\n";
    assert_outline("a.rb", ruby, "1-10: module A\n2-9:   class B < C\n3-7:     def f(x)\n8:     def g = 1");
    let lua = "--[[\nfunction no()\n]]\nlocal function f(x)\n  if x then y() end\nend\nM.g = function()\nend\n";
    assert_outline("a.lua", lua, "4-6: local function f(x)\n7-8: M.g = function()");
    let shell = "f() {\n  cat <<'END'\ng() {\n}\nEND\n}\nfunction h {\n}\n";
    assert_outline("a.sh", shell, "1-6: f()\n7-8: function h");
}

#[test]
fn sql_css_and_r_have_their_own() {
    let sql = "-- create table no\nCREATE TABLE a.b (\n  c text default ';'\n);\ncreate function f() returns int as $$\n  create view no; $$;\n\
        create trigger t before insert on b begin\n  select 1;\nend;\nselect 2;\n";
    assert_outline(
        "a.sql",
        sql,
        "2-4: CREATE TABLE a.b\n5-6: create function f() returns int\n7-9: create trigger t before insert on b",
    );
    let css = "@import 'x';\na, b > c { d: '}' }\n@media (x) {\n  e { f: g }\n}\n";
    assert_outline("a.css", css, "2: a, b > c\n3-5: @media (x)\n4:   e");
    assert_outline("a.R", "f <- function(a,\n  b = 2) {\n}\nx <- 1\n", "1-3: f <- function(a, b = 2)");
}

#[test]
fn data_shows_two_levels_of_keys() {
    let yaml = "a: |\n  no: 1\nb:\n  c: 2\n  d:\n    e: 3\nlist:\n- f: 1\n  g: 2\n";
    assert_outline("a.yml", yaml, "1-2: a: |\n3-6: b:\n4:   c: 2\n5-6:   d:\n7-9: list:\n8-9:   - f: 1");
    let toml = "a = [\n  \"b = 1\",\n]\n[c]\nd = \"\"\"\n[no]\n\"\"\"\n";
    assert_outline("a.toml", toml, "1-3: a = [\n4-7: [c]\n5-7:   d = \"\"\"");
    let json = "{\n  \"a\": { \"b\": \"x\\\"{\",\n    \"c\": { \"no\": 1 } },\n  \"d\": [\n    { \"no\": 2 }\n  ]\n}\n";
    assert_outline("a.json", json, "2-3: \"a\": {}\n2:   \"b\": \"x\\\"{\"\n3:   \"c\": {}\n4-6: \"d\": []");
}

#[test]
fn latex_shows_sections() {
    let latex = "% \\section{no}\n\\section{A {b} c} text\n\\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n\\subsection*{D}\n\\section{E}\n";
    assert_outline("a.tex", latex, "2-6:     \\section{A {b} c}\n6:       \\subsection*{D}\n7:     \\section{E}");
}

#[test]
fn what_has_no_name_is_left_out() {
    assert_outline("a.css", ".a {\n  : {\n    x: 1;\n  }\n  {\n  }\n}\n", "1-7: .a");
}
