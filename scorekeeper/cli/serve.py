"""`scorekeeper serve`: the web app."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from scorekeeper.cli.telling import BadInput, tell


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets the phones on this network in.")
@click.option("--port", type=click.IntRange(1, 65535), help="The first free one from 8000 upwards, unless named.")
@click.option("--certificate", type=click.Path(path_type=Path), help="Serve https with this file; see docs/https.md.")
@click.option("--key", type=click.Path(path_type=Path), help="The private key of the certificate.")
def serve_app(host: str, port: int | None, certificate: Path | None, key: Path | None) -> None:
    """Start the web app and print where to find it."""
    if (certificate is None) != (key is None):
        raise BadInput(["--certificate and --key go together: name both files, or neither for plain http"])
    # Here, because a layout is scored in less time than the web takes to load.
    from scorekeeper.store.errors import StoreUnusable
    from scorekeeper.store.files import check_rights, one_server
    from scorekeeper.store.restoring import check_before_serving
    from scorekeeper.web import serving
    from scorekeeper.web.config import BadSetting, places

    trusted = serving.Certificate(certificate, key) if certificate and key else None
    try:
        here = places()
        check_rights(here.instance, here.store)
        # Before anything else: even opening the file may change it, where it is of an older release.
        with one_server(here.instance, here.store):
            check_before_serving(here.store)
            serving.rehearse()
            if trusted:
                trusted.check()
            address = replace(serving.choose_address(host, port), secure=trusted is not None)
            for line in serving.greeting(address):
                tell(line)
            sys.stdout.flush()
            serving.serve(address, trusted)
    except (BadSetting, serving.CannotServe, StoreUnusable) as error:
        raise BadInput([str(error)]) from error
