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
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n",
    ] {
        assert_eq!(with(headers).status, 200, "{headers}");
    }
    for headers in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        &format!("Origin: https://localhost:{port}\r\n"),
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n",
        "Sec-Fetch-Site: same-site\r\n",
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
