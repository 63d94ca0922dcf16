//! Access control: requests come from pages of this server and from programs on this machine. A page of another site in
//! a browser is refused, even if the site's name resolves to this machine.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::HttpError;
use crate::state::Board;

/// The maximum size of a request head, in bytes.
pub(crate) const LONGEST_HEAD: usize = 64 << 10;
/// The prefix of the paths that compute.
const API: &str = "/api";

/// The names under which the server can be reached.
pub(crate) struct Access {
    port: u16,
    /// Names and addresses without the port.
    hosts: Vec<String>,
    /// Whether the server listens on all addresses, any of which may then be used.
    any_address: bool,
}

impl Access {
    /// Creates the names of a server that listens on this address and port.
    pub(crate) fn new(listen: IpAddr, port: u16, names: &[String]) -> Access {
        let mut hosts: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        hosts.push("localhost".to_owned());
        let address = match listen {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        hosts.push(address);
        if listen.is_loopback() || listen.is_unspecified() {
            hosts.extend(["127.0.0.1".to_owned(), "[::1]".to_owned()]);
        }
        Access {
            port,
            hosts,
            any_address: listen.is_unspecified(),
        }
    }

    /// Returns whether `NAME` or `NAME:PORT` is this server. Unknown names are refused even if they resolve to this
    /// machine; addresses cannot be redirected.
    fn is_own(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        let port = format!(":{}", self.port);
        let bare = match authority.strip_suffix(&port) {
            Some(name) => name,
            None if self.port == 80 => authority.as_str(),
            None => return false,
        };
        let address = || format!("{bare}:0").parse::<SocketAddr>().is_ok();
        self.hosts.iter().any(|host| host == bare) || self.any_address && address()
    }

    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), HttpError> {
        if head(method, uri, headers) > LONGEST_HEAD {
            return Err(HttpError::Head);
        }
        let text = |name| -> Result<Option<&str>, HttpError> {
            let mut values = headers.get_all(name).iter();
            let value = values
                .next()
                .map(|value| value.to_str().unwrap_or_default());
            match values.next() {
                None => Ok(value),
                Some(_) => Err(HttpError::Forbidden("a header is given twice")),
            }
        };
        let foreign_host = "Host: this is no name of this server; --host NAME adds one";
        match text(header::HOST)? {
            Some(host) if self.is_own(host) => {}
            _ => return Err(HttpError::Forbidden(foreign_host)),
        }
        if let Some(origin) = text(header::ORIGIN)? {
            let own = origin
                .strip_prefix("http://")
                .is_some_and(|host| self.is_own(host));
            if !own {
                return Err(HttpError::Forbidden(
                    "Origin: pages of other sites may not ask",
                ));
            }
        }
        // Images, scripts and frames of other sites are requested without an origin. Links to the page are allowed from
        // anywhere, but computing paths only from the page.
        let site = text(header::HeaderName::from_static("sec-fetch-site"))?;
        let navigates =
            text(header::HeaderName::from_static("sec-fetch-mode"))? == Some("navigate");
        let linked = navigates && !uri.path().starts_with(API);
        match site {
            Some(site) if !matches!(site, "same-origin" | "none") && !linked => Err(
                HttpError::Forbidden("Sec-Fetch-Site: pages of other sites may not ask"),
            ),
            _ if !matches!(*method, Method::GET | Method::HEAD) => Err(HttpError::Method),
            _ => Ok(()),
        }
    }
}

/// Returns the size of a request head in bytes, as sent.
fn head(method: &Method, uri: &Uri, headers: &HeaderMap) -> usize {
    const LINE: usize = "  HTTP/1.1\r\n\r\n".len();
    let target = uri
        .path_and_query()
        .map_or(0, |target| target.as_str().len());
    let fields = headers.iter();
    let fields = fields.map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    method.as_str().len() + target + LINE + fields.sum::<usize>()
}

/// Refuses requests without access, and adds security headers to every response.
pub(crate) async fn guard(State(board): State<Board>, request: Request, next: Next) -> Response {
    let mut response = match board
        .access
        .check(request.method(), request.uri(), request.headers())
    {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
             frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ),
        (
            header::HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, header::HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_own() {
        let access = Access::new("127.0.0.1".parse().unwrap(), 8355, &["Lab".to_owned()]);
        for own in [
            "localhost:8355",
            "127.0.0.1:8355",
            "[::1]:8355",
            "lab:8355",
            "LocalHost:8355",
        ] {
            assert!(access.is_own(own), "{own}");
        }
        for foreign in [
            "localhost",
            "evil.example:8355",
            "127.0.0.1:80",
            "10.0.0.1:8355",
            "",
            ":8355",
        ] {
            assert!(!access.is_own(foreign), "{foreign}");
        }
        let open = Access::new("0.0.0.0".parse().unwrap(), 8355, &[]);
        assert!(open.is_own("10.0.0.1:8355") && !open.is_own("evil.example:8355"));
    }
}
