"""What an open page listens to, so that it asks when something has changed and not all the time.

A page asks its live address with `Accept: text/event-stream`; where the server can, it answers with a stream of rings
(server/rsgi.py). Elsewhere the answer is the usual one, and the page goes on asking.
"""

from wsgiref.types import WSGIEnvironment

from flask import request

_TOPIC = "scorekeeper.topic"


def listens_to(topic: str) -> None:
    """The answer to this request is out of date when the store's bell rings for this topic."""
    request.environ[_TOPIC] = topic


def topic_asked_for(environ: WSGIEnvironment) -> str | None:
    """The topic of an answered request whose sender wants to hear of changes."""
    topic: str | None = environ.get(_TOPIC)
    return topic if environ.get("HTTP_ACCEPT") == "text/event-stream" else None
