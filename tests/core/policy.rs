//! The policy: which names are closed, in whatever spelling, and which are open.

use lectern::{
    Denied, PathError, Policy, Protected, RuleError, Rules, VaultPath, assert_not_protected, is_protected_path,
};

/// A policy by names alone.
fn policy(config_dir: &str, protected: &[&str]) -> Result<Policy, RuleError> {
    let protected: Vec<String> = protected.iter().map(|&name| name.to_owned()).collect();
    Policy::new(&Rules { config_dir, protected: &protected, ..Rules::default() })
}

/// A policy in which the user closes a name, two places, and a name in Korean.
fn strict() -> Policy {
    policy("Settings", &["Private Notes", "Work/Clients", "/Diary.md", "\u{be44}\u{bc00}"]).expect("a policy")
}

#[test]
fn what_is_closed_always_is_closed_in_any_spelling() {
    for given in [
        ".obsidian",
        ".obsidian/",
        ".obsidian/app.json",
        ".Obsidian/app.json",
        ".OBSIDIAN",
        "/.obsidian/app.json",
        "\\.obsidian\\app.json",
        "./.obsidian/app.json",
        ".//.obsidian/app.json",
        "//.obsidian/app.json",
        "notes/../.obsidian/app.json",
        "notes/.obsidian/x.md",
        ".obsidian./app.json",
        ".obsidian ./app.json",
        ".obsidian. . /app.json",
        ".obsidian::$INDEX_ALLOCATION/app.json",
        ".obsidian:stream/app.json",
        "OBSIDI~1/app.json",
        "obsid~12/app.json",
        "OB1A2F~1/app.json",
        "obsidi~1./app.json",
        ".obs\u{200c}idian/app.json",
        "\u{feff}.obsidian",
        ".ob\u{17f}idian/app.json",
        ".obs\u{131}dian/app.json",
        " .obsidian/app.json",
        "\u{a0}.obsidian/app.json",
        "\u{3000}.obsidian/app.json",
        ".obsidian%2fapp.json",
        ".git/config",
        ".g\u{200c}it/config",
        ".G\u{131}T/config",
        "GIT~1/config",
        "gi7eba~1/config",
        ".smarthole/inbox/m.json",
        ".SmartHole\\inbox\\m.json",
        "SMARTH~1/inbox",
        ".trash/old.md",
        "TRASH~1/old.md",
    ] {
        assert!(is_protected_path(given), "{given:?}");
    }
}

#[test]
fn every_name_that_begins_with_a_dot_is_closed() {
    for given in [".gitignore", "Notes/.hidden.md", ".a", "...", ".. /x", "a/. /b", "\u{200b}.a", " .a", ".:a"] {
        assert!(is_protected_path(given), "{given:?}");
    }
}

#[test]
fn names_that_only_look_like_closed_ones_are_open() {
    for given in [
        "obsidian/a.md",
        "my.obsidian.notes/a.md",
        "config/app.json",
        "git/a.md",
        "%2eobsidian/app.json",
        "Project... next steps.md",
        "obsidian~1/a.md",
        "draft~1.md",
        "smarthole.md",
        "trash/a.md",
        "a./b.md",
        "dot.md",
        "\u{2024}obsidian/a.md",
        "\u{ff0e}obsidian/a.md",
    ] {
        assert!(!is_protected_path(given), "{given:?}");
    }
}

#[test]
fn the_root_is_open() {
    for given in ["", "/", ".", "a/.."] {
        assert!(!is_protected_path(given), "{given:?}");
        assert!(!strict().is_protected_path(given), "{given:?}");
    }
}

#[test]
fn what_cannot_be_placed_in_the_vault_is_protected() {
    for given in ["..", "../a.md", "C:/a", "file:///a", "//server/share", "a\0", "a\n.md"] {
        assert!(is_protected_path(given), "{given:?}");
    }
}

#[test]
fn what_windows_takes_for_a_drive_is_protected() {
    // `C:a.md` is a good name on a Mac. On Windows it lies on another drive, and another plugin may open it there.
    for given in
        ["C:a.md", "c:", "C:..", " C:a.md", "./C:a.md", "C:a/../b.md", "x/../C:a.md", "\u{212a}:a.md", "file: a.md"]
    {
        assert!(is_protected_path(given), "{given:?}");
        assert!(
            assert_not_protected(given).is_err_and(|error| matches!(error, Protected::NoVaultPath(_))),
            "{given:?}"
        );
    }
    for given in ["C: a.md", "Re: a.md", "Re:a.md", "Notes/C:a.md"] {
        assert!(!is_protected_path(given), "{given:?}");
    }
}

#[test]
fn a_name_that_the_user_closes_is_closed_at_any_depth() {
    for given in [
        "Private Notes",
        "Private Notes/a.md",
        "Work/private notes/deep/a.md",
        "PRIVATE NOTES./a.md",
        "Private\u{200b} Notes/a.md",
        "Private Notes::$DATA/a.md",
        "PRIVAT~1/a.md",
        "x/PRIVAT~2/a.md",
        "a/../Private Notes/a.md",
        "\u{be44}\u{bc00}/a.md",
        "\u{1107}\u{1175}\u{1106}\u{1175}\u{11af}/a.md",
        "Settings/app.json",
        "x/settings/app.json",
    ] {
        assert!(strict().is_protected_path(given), "{given:?}");
    }
}

#[test]
fn a_path_that_the_user_closes_is_closed_from_the_root_with_all_below() {
    for given in ["Work/Clients", "work/clients/a.md", "./Work//Clients/deep/a.md", "Diary.md", "DIARY.MD", "/Diary.md"]
    {
        assert!(strict().is_protected_path(given), "{given:?}");
    }
    for given in ["Work", "Work/a.md", "Clients/a.md", "Other/Work/Clients/a.md", "x/Diary.md", "Private", "Diary"] {
        assert!(!strict().is_protected_path(given), "{given:?}");
    }
}

#[test]
fn the_vaults_own_config_folder_is_closed_beside_the_usual_one() {
    let policy = policy(".config/obsidian", &[]).expect("a policy");
    for given in [".config/obsidian/app.json", ".config/other", ".obsidian/app.json"] {
        assert!(policy.is_protected_path(given), "{given:?}");
    }
}

#[test]
fn a_name_that_cannot_be_closed_makes_no_policy() {
    for (name, error) in [
        ("", PathError::Empty),
        (" ", PathError::Empty),
        ("../Private", PathError::LeavesVault("../Private".to_owned())),
        ("Pri\0vate", PathError::ControlCharacter("Pri\0vate".to_owned())),
    ] {
        let error = RuleError::NoVaultPath(error);
        assert_eq!(policy(".obsidian", &[name]).map(drop), Err(error.clone()));
        assert_eq!(policy(name, &[]).map(drop), Err(error));
    }
}

#[test]
fn a_name_that_would_close_nothing_makes_no_policy() {
    for name in ["Private/*", "*.pdf", "Privat?", "\"Private\""] {
        assert_eq!(policy(".obsidian", &[name]).map(drop), Err(RuleError::Pattern(name.to_owned())));
    }
    for name in ["\u{200b}", ":x", "Work/\u{ad}/a"] {
        assert_eq!(policy(".obsidian", &[name]).map(drop), Err(RuleError::NoName(name.to_owned())));
    }
}

#[test]
fn a_fixed_space_is_a_space_on_either_side() {
    for (closed, given) in [
        ("Private Notes", "Private\u{a0}Notes/a.md"),
        ("Private\u{202f}Notes", "private notes/a.md"),
        ("Stra\u{df}e", "STRA\u{1e9e}E/a.md"),
    ] {
        let policy = policy(".obsidian", &[closed]).expect("a policy");
        assert!(policy.is_protected_path(given), "{closed:?} {given:?}");
    }
}

#[test]
fn closing_the_root_closes_everything() {
    let policy = policy(".obsidian", &["/"]).expect("a policy");
    for given in ["a.md", "Notes/a.md", "/"] {
        assert!(policy.is_protected_path(given), "{given:?}");
    }
}

#[test]
fn a_grant_carries_the_path_that_was_checked() {
    let path = VaultPath::parse("Notes\\a.md").expect("a path");
    let granted = Policy::default().check(&path).map(|granted| granted.path().as_str().to_owned());
    assert_eq!(granted, Ok("Notes/a.md".to_owned()));
    let closed = VaultPath::parse("Notes/../.git/config").expect("a path");
    assert_eq!(Policy::default().check(&closed), Err(Denied(".git/config".to_owned())));
}

#[test]
fn the_reason_repeats_the_path_as_it_was_given() {
    for (given, reason, message) in [
        ("./.Git/config", Protected::Closed(Denied("./.Git/config".to_owned())), r#""./.Git/config" is excluded"#),
        (
            "../a.md",
            Protected::NoVaultPath(PathError::LeavesVault("../a.md".to_owned())),
            r#""../a.md" leaves the vault"#,
        ),
    ] {
        let error = assert_not_protected(given).expect_err("the path is protected");
        assert_eq!(error.to_string(), message);
        assert_eq!(error, reason);
    }
    assert_eq!(assert_not_protected("Notes/a.md"), Ok(()));
}
