//! Who may ask.

use super::child::Server;
use super::client::{raw, request};

#[test]
fn pages_of_other_sites_may_not_ask() {
    let server = Server::start(&[]);
    let port = server.port;
    let path = "/api/v1/games";
    let with = |headers: &str| {
        let text = request(&server, path, &format!("{headers}Connection: close\r\n"));
        raw(&server, text.as_bytes())
    };
    for headers in [
        "",
        &format!("Origin: http://localhost:{port}\r\n"),
        "Sec-Fetch-Site: same-origin\r\n",
        "Sec-Fetch-Site: none\r\n",
    ] {
        assert_eq!(with(headers).status, 200, "{headers}");
    }
    for headers in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        &format!("Origin: https://localhost:{port}\r\n"),
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        // A frame, and a link.
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n",
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n",
        "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: navigate\r\n",
        "Sec-Fetch-Site: elsewhere\r\n",
        "Host: localhost\r\n",
    ] {
        let answer = with(headers);
        assert_eq!(answer.status, 403, "{headers}");
        assert!(answer.json()["error"].is_string());
    }
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "localhost",
        "localhost:1",
        "",
    ] {
        let text = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(raw(&server, text.as_bytes()).status, 403, "{host}");
    }
    // A link to the page may stand anywhere, a frame with it may not show.
    for (path, status) in [
        ("/", 200),
        ("/api", 403),
        ("/api/v1/show?game=55stones", 403),
    ] {
        let headers =
            "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nConnection: close\r\n";
        let answer = raw(&server, request(&server, path, headers).as_bytes());
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.head.contains("frame-ancestors 'none'"));
    }
    let text = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(raw(&server, text.as_bytes()).status, 403);
    let head = with("").head.to_ascii_lowercase();
    for header in [
        "content-security-policy",
        "nosniff",
        "cross-origin-resource-policy",
    ] {
        assert!(head.contains(header), "{head}");
    }
}
