//! `/choices`: the value of every choice, as a stream of events with narrowing bounds.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use sowlab_api::{ApiError, ImprovingChoices, PreparedChoices};
use tokio::sync::watch;

use super::HttpError;
use crate::searches::{AnswerAwaited, QUEUE_TIMEOUT, Watched, Within};
use crate::state::Board;

/// The interval of keep-alive messages in a stream without news.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

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
pub(super) async fn stream(
    board: &Board,
    choices: ImprovingChoices,
) -> Result<Response, HttpError> {
    let within = Within::new(Instant::now(), QUEUE_TIMEOUT);
    let prepared = board.searches.quick(within, move || choices.prepare());
    let prepared = prepared.await?;
    let turn = board.searches.turn(within).await?;
    let wanted = AnswerAwaited::default();
    let watched = turn.watched_for(&wanted, prepared.limit());
    let (sender, receiver) = watch::channel(News::default());
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        search(&prepared, &watched, &sender);
    });
    Ok(events(receiver, wanted))
}

/// Searches, and sends the results.
fn search(prepared: &PreparedChoices, watched: &Watched, sender: &watch::Sender<News>) {
    let found = watched.search(|watched| {
        let mut number = 0;
        let mut send = |text: String| {
            number += 1;
            sender.send_modify(|news| news.document = Some((number, text.into())));
        };
        Ok(prepared.search(watched, &mut send)?)
    });
    let end = match found {
        Ok(true) => Ok("proven"),
        Ok(false) | Err(_) if watched.stopping() => Ok("stopping"),
        // The search may have stopped within a round: the documents sent before remain valid.
        Ok(false) | Err(HttpError::Api(ApiError::Unfinished)) => Ok("time"),
        Err(error) => Err(error.json()),
    };
    sender.send_modify(|news| news.end = Some(Arc::new(end)));
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

fn events(receiver: watch::Receiver<News>, wanted: AnswerAwaited) -> Response {
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
            // The search ended without a result.
            if self.receiver.changed().await.is_err() {
                self.ended = true;
                let error = HttpError::from(ApiError::internal(&"a search ended without a result"));
                return Some(Event::default().event("failed").data(error.json()));
            }
        }
    }
}
