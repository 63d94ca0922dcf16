//! The server: accepts connections, and stops on a signal.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::access::LONGEST_HEAD;
use crate::arguments::Arguments;
use crate::searches::QUICK;
use crate::signals::{Signals, Stopped};
use crate::state::{Board, BoardError};
use crate::{access, api, page};

/// The maximum number of connections at one time.
const CONNECTIONS: usize = 512;
/// The time for a client to send a request, and to start the next one on the same connection. It limits the wait of
/// others when all connections are idle.
const REQUEST_TIME: Duration = Duration::from_secs(8);
/// The time for which a client may read nothing of an answer.
const READ_TIME: Duration = Duration::from_secs(30);
/// The time for answers after the server is told to stop.
const GRACE_PERIOD: Duration = Duration::from_secs(5);

/// The error of a server that cannot run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerError {
    /// An option is invalid.
    #[error("{0}")]
    Input(String),
    /// A file or folder of an option cannot be used.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// Another error.
    #[error("{0}")]
    Other(String),
}

impl ServerError {
    /// Returns 2 for errors of the command line, 1 otherwise.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            ServerError::Input(_) | ServerError::Board(_) => 2,
            ServerError::Listen { .. } | ServerError::Other(_) => 1,
        }
    }
}

/// Checks that directories of options exist.
fn check(arguments: &Arguments) -> Result<(), ServerError> {
    for (option, folder) in [
        ("--tables", &arguments.tables),
        ("--page", &arguments.page),
        ("--player", &arguments.player),
    ] {
        if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
            let line = format!("{option}: {}: not a directory", folder.display());
            return Err(ServerError::Input(line));
        }
    }
    Ok(())
}

/// Serves until a signal stops the server.
pub(crate) fn serve(arguments: &Arguments) -> Result<Stopped, ServerError> {
    check(arguments)?;
    let other = |error: &dyn std::fmt::Display| ServerError::Other(error.to_string());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(usize::from(arguments.searches) + QUICK)
        .enable_all()
        .build()
        .map_err(|error| other(&error))?;
    let stopped = runtime.block_on(listen(arguments));
    // A search that does not check its monitor is abandoned.
    runtime.shutdown_timeout(GRACE_PERIOD);
    stopped
}

async fn listen(arguments: &Arguments) -> Result<Stopped, ServerError> {
    let address = SocketAddr::new(arguments.listen, arguments.port);
    let failed = |error| ServerError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let board = Board::new(arguments, address.port())?;
    let routes = Router::new()
        .nest("/api/v1", api::routes())
        .fallback(page::file)
        .layer(from_fn_with_state(board.clone(), access::guard))
        .with_state(board.clone());
    let mut signals = Signals::listen().map_err(|error| ServerError::Other(error.to_string()))?;
    // Without its address, the board cannot be found.
    writeln!(io::stdout().lock(), "http://{address}/")
        .map_err(|error| ServerError::Other(format!("standard output: {error}")))?;

    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let stopped = loop {
        tokio::select! {
            stream = accept(&listener, &connections) => {
                let (stream, permit) = stream;
                let connection = connection(stream, routes.clone());
                let connection = graceful.watch(connection);
                tokio::spawn(async move {
                    let _permit = permit;
                    // A client that disconnects is not an error.
                    let _ = connection.await;
                });
            }
            stopped = signals.next() => break stopped,
        }
    };
    drop(listener);
    board.searches.stop();
    tokio::select! {
        () = graceful.shutdown() => {}
        () = tokio::time::sleep(GRACE_PERIOD) => {}
        // A second signal stops the server at once.
        _ = signals.next() => {}
    }
    Ok(stopped)
}

/// Returns the next connection, once there is a free slot for it.
async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> (TcpStream, tokio::sync::OwnedSemaphorePermit) {
    let permit = Arc::clone(connections).acquire_owned().await;
    let permit = permit.expect("never closed");
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, permit),
            // The client has disconnected, or too many files are open; wait for fewer.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

fn connection(
    stream: TcpStream,
    routes: Router,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + Send {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READ_TIME));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            TowerToHyperService::new(routes),
        )
}
