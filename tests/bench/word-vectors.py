"""Serves word vectors as embeddings, in OpenAI's wire format, to measure the search by meaning without a model.

Each vector is the mean of the static vectors of a text's tokens, from the package `wordllama` (PyPI; its wheel has the
weights, 256 dimensions), which nothing else needs:

    python3 -m venv .venv && .venv/bin/pip install wordllama
    .venv/bin/python tests/bench/word-vectors.py 8765
    npm run -s lectern -- embed --vault DIR --embeddings http://localhost:8765/v1 --embedding-model wordllama
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import wordllama

# The wheel has the tokenizer in a folder where it is looked for only as in a cache.
MODEL = wordllama.WordLlama.load(cache_dir=wordllama.__path__[0], disable_download=True)


class Handler(BaseHTTPRequestHandler):
    """Answers `POST /v1/embeddings`."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
        if not self.path.endswith("/embeddings"):
            return self.answer(404, {"error": {"message": "only /v1/embeddings"}})
        vectors = MODEL.embed(texts, norm=True)[:, : asked.get("dimensions")]
        data = [
            {"object": "embedding", "index": index, "embedding": [round(float(value), 6) for value in vector]}
            for index, vector in enumerate(vectors)
        ]
        tokens = sum(len(text) // 4 + 1 for text in texts)
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        self.answer(200, {"object": "list", "model": asked.get("model"), "data": data, "usage": usage})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Prints nothing."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8765
    print(f"http://localhost:{port}/v1", flush=True)
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
