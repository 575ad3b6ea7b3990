"""What makes an app of the pages: the service worker, the manifest, and the shell that is shown without a network."""

from flask import Blueprint

bp = Blueprint("offline", __name__)

from scorekeeper.web.offline import views  # noqa: E402, F401  (registers the routes)
