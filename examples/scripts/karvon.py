"""A client of Karvon for scripts: Python 3.9 or later and nothing else. KARVON_URL and KARVON_TOKEN say where and as whom."""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ATTEMPTS = 8
PAGE = 100


def _environment(name):
    if not os.environ.get(name):
        sys.exit(f"Set {name}: see docs/api/scripts.md.")
    return os.environ[name]


URL = _environment("KARVON_URL").rstrip("/")
TOKEN = _environment("KARVON_TOKEN")


class KarvonError(Exception):
    """An error that the service answered: `code` is stable, the message is for people."""

    def __init__(self, what, status, error):
        code, message = error.get("code"), error.get("message")
        super().__init__(f"{what}: {status} {code} {message} (request {error.get('requestId')})")
        self.status, self.code = status, code


def open_url(method, path, query=None, body=None, key=None):
    """One call; gives the response, to be read by the caller. Waits as long as a 429 or 503 says, and repeats a call that was
    lost if that changes nothing twice: a POST needs an idempotency key for that."""
    parameters = {name: value for name, value in (query or {}).items() if value is not None}
    address = URL + path + ("?" + urllib.parse.urlencode(parameters) if parameters else "")
    headers = {"Authorization": "Bearer " + TOKEN}
    data = None
    if body is not None:
        data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    repeatable = method != "POST" or key is not None or path == "/graphql"
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return urllib.request.urlopen(urllib.request.Request(address, data, headers, method=method), timeout=120)
        except urllib.error.HTTPError as error:
            pause = error.headers.get("Retry-After")
            if pause is None or attempt == ATTEMPTS:
                raise KarvonError(f"{method} {path}", error.code, _error_in(_json_of(error.read()))) from None
            time.sleep(float(pause))
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if not repeatable or attempt == ATTEMPTS:
                raise
            time.sleep(2**attempt * 0.25)


def call(method, path, query=None, body=None, key=None):
    """One call; gives the JSON of the answer."""
    with open_url(method, path, query, body, key) as reply:
        return json.load(reply)


def graphql(query, variables=None):
    """One GraphQL document. A rate-limited field is asked again."""
    for attempt in range(1, ATTEMPTS + 1):
        answer = call("POST", "/graphql", body={"query": query, "variables": variables or {}})
        if "errors" not in answer:
            return answer["data"]
        error = _error_in(answer)
        if "retryAfterSeconds" not in error or attempt == ATTEMPTS:
            raise KarvonError("GraphQL", error.get("status"), error)
        time.sleep(error["retryAfterSeconds"])


def pages(query, field, variables=None):
    """Every node of a GraphQL list, page by page; the document takes `$after` and selects `nodes` and `pageInfo`."""
    after = None
    while True:
        page = graphql(query, {**(variables or {}), "after": after})[field]
        yield from page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            return
        after = page["pageInfo"]["endCursor"]


def export(name, **parameters):
    """Every record of a list, as one stream of JSON lines (docs/api/exports.md)."""
    with open_url("GET", f"/v1/admin/exports/{name}", {**parameters, "format": "ndjson"}) as lines:
        for line in lines:
            yield json.loads(line)


def _error_in(answer):
    """The error of a REST answer, or the first one of GraphQL's."""
    if "errors" in answer:
        first = answer["errors"][0]
        return {**first.get("extensions", {}), "message": first["message"]}
    return answer.get("error", {})


def _json_of(body):
    try:
        return json.loads(body)
    except ValueError:
        return {}
