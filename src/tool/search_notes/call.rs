//! A call of `search_notes`: the stages of a search.

use super::arguments::SearchArguments;
use super::by_meaning::by_meaning;
use super::reading::Reading;
use super::reply::reply;
use super::sources::candidates;
use super::understood::understood;
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::tool::args::Args;
use crate::tool::call::Host;
use crate::tool::notes::document_reading::read_documents;
use crate::tool::notes::refresh::refresh;
use crate::wire::reply::Reply;

/// Searches as `args` say.
pub(super) async fn search_notes(host: Host, args: Args, bounds: Bounds) -> Result<Reply, ToolError> {
    host.under_same_rules(|| search(&host, &args, bounds)).await
}

/// The stages: the index finds and ranks the candidates, the best of them are read, searched and ranked again, and a page
/// of those that match is shown.
async fn search(host: &Host, args: &Args, bounds: Bounds) -> Result<Reply, ToolError> {
    let mut arguments = SearchArguments::parse(args, &host.policy(), &bounds)?;
    ask_when_days_begin(host, &mut arguments).await?;
    refresh(host).await?;
    index_documents(host, &mut arguments).await;
    for asked in host.shared(|shared| understood(&arguments, &shared.catalogue)) {
        let is_sure = asked.is_sure();
        let (found, _) = found(host, arguments.asking_for(asked)?, &bounds).await?;
        if is_sure || found.page.notes > 0 {
            return Ok(host.shared(|shared| reply(found, None, shared)));
        }
    }
    let (found, not_by_meaning) = found(host, arguments, &bounds).await?;
    Ok(host.shared(|shared| reply(found, not_by_meaning, shared)))
}

/// What `arguments` find, and why not by meaning.
async fn found(
    host: &Host,
    mut arguments: SearchArguments,
    bounds: &Bounds,
) -> Result<(Reading, Option<String>), ToolError> {
    ask_when_days_begin(host, &mut arguments).await?;
    prepare_index(host, &arguments).await;
    let (nearest, not_by_meaning) = by_meaning(host, &arguments).await;
    let candidates = host.shared(|shared| candidates(&mut arguments, &shared.catalogue, nearest))?;
    let search = Reading::new(arguments, candidates, *bounds).run(host).await?;
    Ok((search, not_by_meaning))
}

async fn ask_when_days_begin(host: &Host, arguments: &mut SearchArguments) -> Result<(), ToolError> {
    for span in [&mut arguments.span, &mut arguments.changed].into_iter().flatten() {
        let requests = span.ask();
        if !requests.is_empty() {
            span.take(&host.ask(requests).await)?;
        }
    }
    Ok(())
}

/// Reads documents that are not indexed yet, as time allows.
async fn index_documents(host: &Host, arguments: &mut SearchArguments) {
    if arguments.takes_documents() {
        if let Some(found) = host.shared(|shared| arguments.within.found(&shared.catalogue)) {
            arguments.within = found;
        }
        read_documents(host, |path| arguments.within.contains(path)).await;
    }
}

/// Prepares the index for the words of the query: a scan for each step, and for each word once, even if the vault keeps
/// changing.
async fn prepare_index(host: &Host, arguments: &SearchArguments) {
    for word in arguments.seeker.query().map_or(&[][..], |query| &query.words) {
        if host.shared(|shared| shared.catalogue.index.prepare(word)) {
            host.give_way().await;
        }
    }
}
