"""Delivery of answers: static files, the scripts and styles of pages, compression, and the name of the release."""

from pathlib import Path

from flask import Flask

from scorekeeper.web.delivery import compression, page_files, releases
from scorekeeper.web.delivery.static_files import StaticFiles


def init_app(app: Flask, folder: Path) -> None:
    """Serve the folder as endpoint `static`, compress what the app makes, and name the release of it all."""
    files = StaticFiles(folder)
    app.extensions["scorekeeper_static"] = files
    page_files.init_app(app, files)
    compression.init_app(app)
    releases.init_app(app, files)
