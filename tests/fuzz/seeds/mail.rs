//! E-mails, and what they are made of.

use super::super::grammar::Grammar;
use super::super::seed::Seed;

pub const GRAMMAR: Grammar = Grammar {
    marks: b":;=?-\"\n\r ",
    words: &[
        "From: ",
        "Subject: ",
        "=?utf-8?B?w6k=?=",
        "=?iso-2022-jp?Q?=1B$B?=",
        "=?x*en?q?",
        "\n\n",
        "\r\n",
        "\n--x\n",
        "\n--x--\n",
        "\n--y\n",
        "Content-Type: multipart/mixed; boundary=x\n",
        "Content-Type: multipart/alternative; boundary=\"y\"\n",
        "Content-Type: multipart/related; boundary=\"\"\n",
        "Content-Type: message/rfc822\n",
        "Content-Type: text/html; charset=utf-16\n",
        "Content-Type: text/plain; charset=iso-2022-jp\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\n",
        "Content-Disposition: attachment; filename*0*=utf-8''%e9; filename*1=\"\\\"\n",
        "=C3=A9",
        "=\n",
        "\u{e9}",
        "<p>",
    ],
    nests: &[
        ("Content-Type: multipart/mixed; boundary=x\n\n--x\n", "\n--x--\n"),
        ("Content-Type: message/rfc822\n\n", ""),
    ],
};

pub fn seeds() -> Vec<Seed> {
    [
        "From: =?utf-8?Q?J=C3=B6rg?= <j@e.org>\nSubject: s\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n8NLJ18XU\n--x\nContent-Type: application/pdf; name=a.pdf\n\n123\n--x--\n",
        "Subject: s\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>caf=C3=A9\n--x--\n",
        "Subject: s\nContent-Type: message/rfc822\n\nSubject: inner\n\ndeep\n",
    ]
    .map(Seed::text)
    .to_vec()
}
