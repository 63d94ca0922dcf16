//! `/choices`: the value of every choice, as a stream of events with narrowing bounds.

use sowlab_findings::{Bounds, Choices};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_analysis::choices::{ChoicesRequest, Listener};
use sowlab_engines::shown::ShownDocument;
use sowlab_games::catalog::CatalogGame;
use tokio::sync::watch;

use super::{Answer, ApiError, Parameters};
use crate::searches::{AnswerAwaited, QUEUE_TIMEOUT, Watched, Within};
use crate::state::Board;

/// The interval of keep-alive messages in a stream without news.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The document of `sowlab show --choices`, with the state of the search.
#[derive(Serialize)]
struct Improving<'a> {
    #[serde(flatten)]
    document: &'a ShownDocument,
    /// Whether all requested values are exact.
    proven: bool,
    nodes: u64,
    seconds: f64,
}

/// The last event of the stream.
#[derive(Serialize)]
struct Done {
    /// The reason: `proven`, `time` (the time limit) or `stopping` (the server stops).
    reason: &'static str,
}

/// The latest news. A slow client misses outdated documents.
#[derive(Clone, Default)]
struct News {
    /// The document, with its number.
    document: Option<(u64, Arc<str>)>,
    /// The end of the search, with its reason or error.
    end: Option<Arc<Result<&'static str, String>>>,
}

/// Answers with the stream of documents.
pub(super) async fn answer(State(board): State<Board>, parameters: Parameters) -> Answer {
    parameters.known(&["game", "position", "replies", "time"])?;
    let game = parameters.game()?;
    let position = parameters.text("position").map(str::to_owned);
    // Invalid parameters are reported before the stream begins.
    let within = Within::new(QUEUE_TIMEOUT);
    let (asked, shared) = (position.clone(), board.clone());
    let read = board.searches.quick(within, move || {
        let shown = game.show(asked.as_deref())?;
        Ok((shown, shared.tables_of(&game), shared.proofs_of(&game)))
    });
    let (shown, tables, proofs) = read.await?;
    let most = board.time_limit.as_secs();
    let seconds = parameters.number("time", 1..=most)?.unwrap_or(most);
    let request = ChoicesRequest {
        position,
        tables,
        scratch: Some(board.scratch.path().to_owned()),
        memory: board.memory,
        replies: parameters.flag("replies", false)?,
        proofs,
        ..ChoicesRequest::default()
    };
    let turn = board.searches.turn(within).await?;
    let wanted = AnswerAwaited::default();
    let watched = turn.watched_for(&wanted, Duration::from_secs(seconds));
    let (sender, receiver) = watch::channel(News::default());
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let tell = |choices: &Choices| {
            let document = ShownDocument::new(&shown, Some(choices.clone()), None);
            (document, proven(choices))
        };
        search(&game, &request, &watched, &sender, &tell);
    });
    Ok(stream(receiver, wanted))
}

/// Searches, and sends the results.
fn search(
    game: &CatalogGame,
    request: &ChoicesRequest,
    watched: &Watched,
    sender: &watch::Sender<News>,
    tell: &(dyn Fn(&Choices) -> (ShownDocument, bool) + Sync),
) {
    let started = Instant::now();
    let mut number = 0;
    let mut send = |choices: &Choices| {
        let (document, proven) = tell(choices);
        let improving = Improving {
            document: &document,
            proven,
            nodes: choices.nodes,
            seconds: started.elapsed().as_secs_f64(),
        };
        let text = serde_json::to_string(&improving).unwrap_or_default();
        number += 1;
        sender.send_modify(|news| news.document = Some((number, text.into())));
    };
    let found = watched.search(|watched| {
        let found =
            game.analyses()
                .improving_choices(request, &mut Listener::new(&mut send), watched);
        Ok(found?)
    });
    let end = match found {
        Ok(choices) => {
            send(&choices);
            Ok(match (proven(&choices), watched.stopping()) {
                (true, _) => "proven",
                (false, true) => "stopping",
                (false, false) => "time",
            })
        }
        Err(_) if watched.stopping() => Ok("stopping"),
        // The search stopped within a round: the documents sent before remain valid.
        Err(ApiError::Unfinished) => Ok("time"),
        Err(error) => Err(error.json()),
    };
    sender.send_modify(|news| news.end = Some(Arc::new(end)));
}

/// Returns whether all requested values are exact.
fn proven(choices: &Choices) -> bool {
    let pie = |pie: &Option<Bounds>| pie.as_ref().is_none_or(Bounds::closed);
    choices.bounds.closed()
        && pie(&choices.pie)
        && choices.choices.iter().all(|choice| {
            choice.bounds.closed() && choice.replies().iter().all(|reply| reply.bounds.closed())
        })
}

/// A client's position in the stream.
struct Reader {
    receiver: watch::Receiver<News>,
    /// The number of the last document sent to the client.
    has: u64,
    ended: bool,
    /// Dropped with the stream, when the client disconnects.
    _wanted: AnswerAwaited,
}

fn stream(receiver: watch::Receiver<News>, wanted: AnswerAwaited) -> axum::response::Response {
    let reader = Reader {
        receiver,
        has: 0,
        ended: false,
        _wanted: wanted,
    };
    let events = stream::unfold(reader, |mut reader| async move {
        let event = reader.next().await?;
        Some((Ok::<Event, Infallible>(event), reader))
    });
    Sse::new(events)
        .keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
        .into_response()
}

impl Reader {
    /// Returns the next event; `None` at the end.
    async fn next(&mut self) -> Option<Event> {
        if self.ended {
            return None;
        }
        loop {
            let News { document, end } = self.receiver.borrow_and_update().clone();
            if let Some((number, text)) = document.filter(|(number, _)| *number > self.has) {
                self.has = number;
                return Some(Event::default().event("choices").data(&*text));
            }
            if let Some(end) = end {
                self.ended = true;
                return Some(match &*end {
                    Ok(reason) => {
                        let done = serde_json::to_string(&Done { reason }).unwrap_or_default();
                        Event::default().event("done").data(done)
                    }
                    Err(error) => Event::default().event("failed").data(error),
                });
            }
            // The search ended without a result: an internal error.
            if self.receiver.changed().await.is_err() {
                self.ended = true;
                let error = ApiError::Internal.json();
                return Some(Event::default().event("failed").data(error));
            }
        }
    }
}
