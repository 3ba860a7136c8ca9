//! `related_notes`: which reasons list a note, and which do not.

use lectern::RelatedNote;
use serde_json::json;

use crate::support::{Vault, session, text};

const NOTHING: &str = "[no note has to do with it]";

fn reply(notes: &[(&str, &str)], path: &str) -> lectern::Reply {
    Vault::of(notes).call_tool(&mut session(), "related_notes", &json!({ "path": path }).to_string())
}

fn related(notes: &[(&str, &str)], path: &str) -> Vec<RelatedNote> {
    reply(notes, path).structured_content.related.unwrap_or_default().to_vec()
}

fn paths(notes: &[(&str, &str)], path: &str) -> Vec<String> {
    related(notes, path).into_iter().map(|note| note.path).collect()
}

/// A recipe, what belongs together with it in one way each, and a car that shares a word.
const KITCHEN: [(&str, &str); 9] = [
    ("Recipes/Pesto.md", "# Pesto\n\nBlend basil, pine nuts, garlic and oil.\n\nServe on [[Trofie]]. #liguria\n"),
    ("Recipes/Focaccia.md", "Knead, rest, bake.\n"),
    ("Garden/Herbs.md", "Basil wants sun, garlic wants frost.\n"),
    ("Travel/Genoa.md", "The harbour at night. #liguria\n"),
    ("Shopping.md", "Ask Anna about [[Trofie]].\n"),
    ("Menu.md", "First [[Recipes/Pesto]], then [[Plums]].\n"),
    ("Pantry/Plums.md", "In glasses.\n"),
    ("Pantry/Trofie.md", "Fresh.\n"),
    ("Car.md", "# Car\n\nOil change at the garage. Check the oil every month; the oil light came on.\n"),
];

#[test]
fn each_kind_of_reason_counts_and_one_word_is_none() {
    let found = related(&KITCHEN, "Recipes/Pesto.md");
    let of = |path: &str| found.iter().find(|note| note.path == path).unwrap_or_else(|| panic!("{path}: {found:?}"));
    assert!(of("Recipes/Focaccia.md").same_folder);
    assert_eq!(of("Garden/Herbs.md").words, ["basil", "garlic"]);
    assert_eq!(of("Travel/Genoa.md").tags, ["liguria"]);
    assert_eq!(of("Shopping.md").both_link_to, ["Pantry/Trofie.md"]);
    assert_eq!(of("Pantry/Plums.md").both_linked_in, ["Menu.md"]);
    assert!(of("Pantry/Trofie.md").linked_here.is_some() && of("Menu.md").links_here.is_some());
    assert!(found.iter().all(|note| note.path != "Car.md"), "{found:?}");
    assert!(!of("Garden/Herbs.md").same_folder && of("Garden/Herbs.md").tags.is_empty());
    assert_eq!(text(&reply(&KITCHEN, "Car.md")), NOTHING);
}

#[test]
fn one_word_is_no_reason_in_any_language() {
    for (one, other) in [
        ("Basil, pine nuts and olive oil.", "New tyres, and the oil is low. Oil! Oil filter, oil pan."),
        ("Basilikum, Pinienkerne und Öl mischen.", "Reifen wechseln, Öl nachfüllen, Bremsen prüfen."),
        ("Basilic, pignons et huile.", "Changer les pneus, vidanger huile."),
        ("Смешать базилик, орехи и масло.", "Поменять шины, залить масло."),
        ("ريحان وصنوبر وزيت.", "غيّر الإطارات ثم الزيت."),
        ("バジルと松の実をオイルで混ぜる。", "タイヤ交換とオイル点検。"),
        ("罗勒、松子，加油拌匀。", "换轮胎，检查机油。"),
        ("โหระพา ถั่ว น้ำมัน", "เปลี่ยนยาง เติมน้ำมัน"),
        ("바질과 잣, 기름을 섞는다.", "타이어 교체, 기름을 확인."),
        // Long words are many pairs of characters.
        ("夏休みのコミュニケーション。", "コミュニケーションとは何か、犬と猫。"),
        ("買自行車鎖。", "自行車在雨中。"),
        ("ซื้อคอมพิวเตอร์", "ร้านคอมพิวเตอร์ปิด"),
        ("도서관에서 읽음.", "비가 도서관에서 샜다."),
    ] {
        let notes = [
            ("One.md", one),
            ("Other.md", other),
            ("Tides.md", "High water at nine.\n"),
            ("Walk.md", "Along the river.\n"),
            ("Stars.md", "Clear night.\n"),
        ];
        assert_eq!(text(&reply(&notes, "One.md")), NOTHING, "{one}");
        assert_eq!(text(&reply(&notes, "Other.md")), NOTHING, "{other}");
    }
}

#[test]
fn several_words_are_a_reason_in_any_language() {
    for (one, other) in [
        ("Basil, pine nuts and garlic.", "Sow garlic in autumn, basil in May."),
        ("Смешать базилик, орехи и чеснок.", "Чеснок сажают осенью, базилик весной."),
        ("ريحان وصنوبر وثوم.", "ازرع الثوم في الخريف، ريحان في الربيع."),
        ("バジルとニンニクを混ぜる。", "秋にニンニク、春にバジルを植える。"),
        ("罗勒、大蒜拌匀。", "秋天种大蒜，春天种罗勒。"),
        ("โหระพา กับ กระเทียม", "ปลูกกระเทียม แล้วปลูกโหระพา"),
        ("바질 마늘 섞기", "가을 마늘, 봄 바질"),
    ] {
        let notes = [("One.md", one), ("Other.md", other), ("Tides.md", "High water at nine.\n")];
        assert_eq!(paths(&notes, "One.md"), ["Other.md"], "{one}");
    }
}

#[test]
fn a_note_that_names_the_other_needs_no_more_words() {
    let notes = [
        ("Pesto.md", "Nuts and cheese.\n"),
        ("Basil.md", "Leaves for pesto.\n"),
        ("Dinner.md", "We ate pesto, and swept the stairs.\n"),
        ("Spring cleaning.md", "Windows.\n"),
        ("Diary.md", "Began the spring cleaning at last.\n"),
        ("Steam cleaning.md", "Carpets.\n"),
    ];
    assert_eq!(paths(&notes, "Pesto.md"), ["Basil.md", "Dinner.md"]);
    let found = related(&notes, "Diary.md");
    assert_eq!(found.iter().map(|note| &*note.path).collect::<Vec<_>>(), ["Spring cleaning.md"]);
    assert_eq!(found[0].words, ["Spring cleaning"]);
}

#[test]
fn unrelated_notes_give_an_empty_list() {
    let notes = [
        ("Call.md", "---\nstatus: open\ntype: note\n---\nPhone the plumber on Monday.\n"),
        ("Run.md", "---\nstatus: open\ntype: note\n---\nFive miles before breakfast on Monday.\n"),
        ("Film.md", "---\nstatus: open\ntype: note\n---\nThe ending was sad. #todo\n"),
        ("Paint.md", "Two coats of white. #todo\n"),
        ("Rent.md", "Due before the first. #todo\n"),
        ("Gift.md", "A scarf for Anna. #todo\n"),
    ];
    for (path, _) in notes.iter().take(2) {
        assert_eq!(text(&reply(&notes, path)), NOTHING, "{path}");
    }
}

#[test]
fn a_large_folder_and_a_common_tag_are_no_reason_by_themselves() {
    let notes: Vec<(String, String)> = (0..300)
        .map(|at| (format!("Daily/{at}.md"), format!("word{at} #daily{}\n", if at < 3 { " #rare" } else { "" })))
        .chain((0..30).map(|at| (format!("Other/{at}.md"), format!("else{at}\n"))))
        .collect();
    let notes: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (&**path, &**text)).collect();
    assert_eq!(paths(&notes, "Daily/0.md"), ["Daily/1.md", "Daily/2.md"]);
    assert_eq!(text(&reply(&notes, "Daily/9.md")), NOTHING);
}

#[test]
fn tags_count_as_the_app_reads_them() {
    let notes = [
        ("One.md", "---\ntags: [Trip/Italy]\n---\nPacked. `#code`\n"),
        ("Two.md", "Wet. #trip/italy\n"),
        ("Three.md", "Dry. #trip/spain #code\n"),
        ("Four.md", "Flat.\n"),
        ("Five.md", "Steep.\n"),
    ];
    let found = related(&notes, "One.md");
    assert_eq!(found.iter().map(|note| &*note.path).collect::<Vec<_>>(), ["Two.md"]);
    assert_eq!(found[0].tags, ["Trip/Italy"]);
}

#[test]
fn what_is_excluded_does_not_count_in_a_folder_or_a_tag() {
    let notes = [("a/One.md", "x #t\n"), ("a/Two.md", "y #t\n"), ("b/Three.md", "z\n"), ("b/Four.md", "w\n")];
    let closed: Vec<(String, String)> =
        (0..40).map(|at| (format!("a/{at}.md"), "---\nlectern: false\n---\n#t\n".to_owned())).collect();
    let closed = closed.iter().map(|(path, text)| (&**path, &**text));
    let with: Vec<(&str, &str)> = notes.into_iter().chain(closed).collect();
    assert_eq!(reply(&with, "a/One.md"), reply(&notes, "a/One.md"));
}

#[test]
fn one_word_of_a_selection_is_a_reason_only_if_the_selection_has_few() {
    let call = |selection: &str| {
        let args = json!({ "path": "Recipes/Pesto.md", "selection": selection });
        text(&Vault::of(&KITCHEN).call_tool(&mut session(), "related_notes", &args.to_string())).to_owned()
    };
    assert_eq!(call("and oil"), "== Car.md ==\n  shares: oil");
    assert_eq!(call("Blend basil, pine nuts, garlic and oil."), "== Garden/Herbs.md ==\n  shares: basil, garlic");
}
