//! `list_files`: what of a vault is listed, and how it is summed up.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod support;

#[cfg(test)]
mod listing {
    use crate::support::{Vault, session, text};

    fn list(vault: &mut Vault, args: &str) -> String {
        let mut session = session();
        let step = session.start("list_files", args);
        let reply = vault.run(&mut session, step);
        println!("{}", serde_json::to_string(&reply.structured_content).expect("JSON"));
        text(&reply).to_owned()
    }

    #[test]
    fn probe() {
        let mut vault = Vault::named(&[
            "Projects/Alpha.md",
            "Projects/Beta.md",
            "Home.md",
            "Archive/2019/a.md",
            "Archive/2019/b.md",
            "Archive/2020/c.pdf",
        ]);
        for args in [
            "{}",
            r#"{"depth": 1}"#,
            r#"{"limit": 4}"#,
            r#"{"limit": 2}"#,
            r#"{"limit": 2, "cursor": 2}"#,
            r#"{"path":"archive/"}"#,
            r#"{"path":"Archiv"}"#,
            r#"{"path":"home"}"#,
            r#"{"sort":"size","limit":2}"#,
            r#"{"pattern":"*.pdf"}"#,
            r#"{"pattern":"*.xyz", "path": "archive"}"#,
            r#"{"path": ".git"}"#,
            r#"{"modified_after": "7d"}"#,
            r#"{"cursor": 77}"#,
        ] {
            println!("--- {args}\n{}", list(&mut vault, args));
        }
    }
}
