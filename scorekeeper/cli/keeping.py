"""`scorekeeper serve`, `backup`, `restore`, `doctor` and `copy`: a server and its stored games."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.output import FILE, STORE, BadInput, MayPass, tell

if TYPE_CHECKING:
    from scorekeeper.web.config import Places

# Other imports are inside the commands, because store and web take longer to load than a hand takes to score.


@contextmanager
def _told_as_bad_input(*others: type[Exception]) -> Iterator[None]:
    """Report problems with settings or the store like bad input."""
    from scorekeeper.store.errors import StoreUnusable
    from scorekeeper.web.config import BadSetting

    refusals: tuple[type[Exception], ...] = (BadSetting, StoreUnusable, *others)
    try:
        yield
    except refusals as error:
        raise BadInput(str(error)) from error


@contextmanager
def _told_whether_it_passes(*others: type[Exception]) -> Iterator[None]:
    """The same, with another exit code for problems that may pass, such as a full disk."""
    from scorekeeper.store.errors import may_pass

    try:
        with _told_as_bad_input(*others):
            yield
    except (BadInput, OSError) as error:
        cause = error.__cause__ if isinstance(error, BadInput) else error
        if cause is None or not may_pass(cause):
            raise
        raise MayPass(str(error)) from cause


@contextmanager
def _sole_server(here: "Places") -> Iterator[None]:
    """Lock the folder and the file for this server, and check the file. A database can have many servers."""
    from scorekeeper.store.files import check_rights, one_server
    from scorekeeper.store.restoring import check_before_serving

    if isinstance(here.store, str):
        yield
        return
    check_rights(here.instance, here.store)
    with one_server(here.instance, here.store):
        check_before_serving(here.store)
        yield


@click.command("serve")
@click.option("--host", help="Address to listen on (default: 127.0.0.1). Use 0.0.0.0 for phones on your network.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port (default: first free port from 8000).")
@click.option(
    "--https", "at_home", is_flag=True, help="Serve phones over https with a certificate that Scorekeeper makes itself."
)
@click.option("--certificate", type=FILE, help="Certificate file for https (docs/https.md).")
@click.option("--key", type=FILE, help="Private key of the certificate.")
def serve_app(host: str | None, port: int | None, at_home: bool, certificate: Path | None, key: Path | None) -> None:
    """Start the web app and print its address.

    The games and the secret key are in the folder that SCOREKEEPER_INSTANCE names (in a checkout: instance/). If the
    database doesn't answer, the server waits for it. Exit code 75 means try again later. Exit code 2 means something
    needs to be fixed first.
    """
    if (certificate is None) != (key is None):
        raise BadInput("--certificate and --key go together. Name both files, or neither for plain http.")
    if at_home and certificate:
        raise BadInput("--https makes its own certificate. Leave it out if you use --certificate.")
    host = host or ("0.0.0.0" if at_home else "127.0.0.1")
    from dataclasses import replace

    from scorekeeper.server import serving
    from scorekeeper.server.cannot_serve import CannotServe
    from scorekeeper.web.config import places

    trusted = serving.Certificate(certificate, key) if certificate and key else None
    with _told_whether_it_passes(CannotServe):
        here = places()
        # First of all, because opening a file of an older release changes it.
        with _sole_server(here):
            serving.rehearse(here)
            address = serving.choose_address(host, port, serving.FIRST_SECURE_PORT if at_home else None)
            beside = address.port + 1 if address.port == serving.FIRST_PORT else None
            trust_page = serving.choose_address(host, None, beside) if at_home else None
            fingerprint = ""
            if at_home:
                try:
                    from scorekeeper.server import home_certificate
                except ModuleNotFoundError as missing:
                    raise CannotServe(
                        "--https needs one more package for its certificate. Run: pip install 'scorekeeper[https]'"
                    ) from missing
                file = home_certificate.certificate_for(here.instance, address.seen_at())
                trusted, fingerprint = serving.Certificate(file, file), home_certificate.fingerprint(here.instance)
            if trusted:
                trusted.check()
            address = replace(address, secure=trusted is not None)
            for line in serving.greeting(address, trust_page, fingerprint):
                tell(line)
            sys.stdout.flush()
            serving.serve(address, trusted, trust_page=trust_page)


@click.command("backup")
@click.argument("file", type=FILE)
def back_up_store(file: Path) -> None:
    """Back up all games to a new FILE. Safe while the server runs.

    It copies the games that `scorekeeper serve` would use (SCOREKEEPER_INSTANCE or SCOREKEEPER_STORE) and prints where
    their file is. It never overwrites a file.
    """
    from scorekeeper.store.backups import back_up
    from scorekeeper.store.sqlite import SqliteStore
    from scorekeeper.web.config import places

    with _told_as_bad_input():
        here = places().file
        if not here.is_file():
            raise BadInput(f"No games to back up: {here} doesn't exist. Set SCOREKEEPER_INSTANCE to their folder.")
        with closing(SqliteStore(here)) as store:  # unchanged, so it also works before an upgrade
            copied = back_up(store, file, even_empty=False)
    tell(f"{file}: {copied}")
    tell(f"Copied from {here}.")
    tell("Anyone with this file can open and change its games. Only you can read it.")
    if copied.classes:
        tell("It includes student answers. If you delete a class, delete this file too.")


@click.command("restore")
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Replace the current games. The old file is saved under another name.")
def restore_store(file: Path, replace: bool) -> None:
    """Restore games from a backup FILE. Stop the server first.

    The backup is checked first and never changed. `scorekeeper serve` then uses its games (SCOREKEEPER_INSTANCE or
    SCOREKEEPER_STORE).
    """
    from datetime import UTC, datetime

    from scorekeeper.store.files import one_server
    from scorekeeper.store.restoring import restore
    from scorekeeper.web.config import places

    with _told_as_bad_input():
        here = places()
        with one_server(here.instance, here.file):
            contents, replaced = restore(file, here.file, replace=replace, now=datetime.now(UTC))
    tell(f"Restored {here.file} from {file}: {contents}")
    if replaced:
        tell(f"The old games and classes are in {replaced}. Delete it when you no longer need it.")
    if not (here.instance / "secret_key").exists():
        tell(
            f"There's no {here.instance / 'secret_key'}. Copy it there too, or phones keep their links but lose their "
            "list of games (docs/backups.md)."
        )


@click.command("doctor")
@click.argument("file", type=FILE, required=False)
def look_over(file: Path | None) -> None:
    """Check all stored data. Changes nothing. Safe while the server runs.

    Without a FILE, it checks the games that `scorekeeper serve` would use (SCOREKEEPER_INSTANCE or SCOREKEEPER_STORE)
    and their backups. With one, it checks only that file, such as a backup. It exits with code 2 if it finds a problem.
    """
    from itertools import chain

    from scorekeeper.school.classes.class_examination import examine_classes
    from scorekeeper.tally.examination import examine, examine_backups
    from scorekeeper.web.config import places

    with _told_as_bad_input():
        path = file or places().file
    tell(f"Checking {path}")
    backups = (examine_backups(path) for _ in range(file is None))
    problems: list[str] = []
    looks = examine(path, is_ours=file is None, also=[examine_classes])
    for found in chain(looks, backups):  # printed one by one, because a large store takes long
        tell(f"{'WRONG' if found.problems else 'fine '}  {found.what}")
        problems += found.problems
        if found.problems and found.remedy:
            problems[-1] = f"{problems[-1].removesuffix('.')}. What to do: {found.remedy}"
    if problems:
        raise BadInput(*problems)
    tell("No problems found.")


@click.command("copy")
@click.argument("source", metavar="FROM", type=STORE)
@click.argument("to", metavar="TO", type=STORE)
def copy_store(source: str, to: str) -> None:
    """Copy all games to a new file or database.

    FROM and TO are each a file or a database address (postgresql://...). A server's file is scorekeeper.sqlite3 in the
    folder that SCOREKEEPER_INSTANCE names. Every row is compared. Stop the server first.
    """
    from scorekeeper.store.connection import SERVERS
    from scorekeeper.store.copying import copy
    from scorekeeper.store.files import unserved
    from scorekeeper.store.opening import open_store

    files = [Path(one) for one in (source, to) if not one.startswith(SERVERS)]
    with _told_as_bad_input(), ExitStack() as held:
        if not source.startswith(SERVERS) and not Path(source).is_file():
            raise BadInput(f"No games to copy: {source} doesn't exist.")
        for file in files:
            held.enter_context(unserved(file))
        with closing(open_store(source)) as old, closing(open_store(to)) as new:
            for table, rows in copy(old, new):
                tell(f"{table}: {rows:,} rows copied")
    tell("Everything is copied. Move the secret key too (docs/running.md).")
