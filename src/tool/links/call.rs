//! A call of `links`: finds the file, reads all notes for their links, and finds what they open.

use super::arguments::{LinkArguments, LinkOptions};
use super::graph::Graph;
use super::reply::reply;
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::path::{VaultPath, quoted};
use crate::tool::args::{Args, Arguments};
use crate::tool::call::Host;
use crate::tool::find::Find;
use crate::tool::notes::scan::NoteScan;
use crate::vault_links::{FileNames, VaultFiles};
use crate::wire::reply::Reply;

/// Lists links as `args` say.
pub(super) async fn links(host: Host, args: Args, bounds: Bounds) -> Result<Reply, ToolError> {
    let options = LinkOptions::of(LinkArguments::read(&args))?;
    let mut find = Find::new(&options.given.path, &host.policy())?;
    loop {
        let file = find.file(&host).await?.granted.path().clone();
        let (mut graph, files) = read(&host, &file, &options).await?;
        if graph.is_open(&file) {
            graph.follow(&host, &files).await;
            let links = graph.links_of(&file, &options);
            return Ok(reply((&file, find.is_other_name(file.as_str())), &options, &links, &bounds));
        }
        find.closed(&file);
    }
}

/// Reads the links of all notes: those that may matter for `file`. Also returns the open files.
async fn read(host: &Host, file: &VaultPath, options: &LinkOptions) -> Result<(Graph, VaultFiles), ToolError> {
    let (names, mut graph) = (FileNames::of(&[file]), Graph::default());
    let about = (options.depth == 1).then_some((file, &names));
    let mut scan = NoteScan::new(&host.policy())?;
    let listed = scan.list(host, |_| true).await;
    let given = &options.given.path;
    listed.map_err(|reason| ToolError::unreadable(&quoted(given), "listed", &reason).about(given))?;
    while let Some(notes) = scan.read(host).await {
        for note in notes {
            if let Some(text) = note.text {
                graph.add(&note.note.granted, note.note.mtime, &text.into_string(), about);
            }
        }
    }
    let open = scan.files().iter().filter(|path| graph.is_open(path)).cloned();
    let files = VaultFiles::new(open);
    Ok((graph, files))
}
