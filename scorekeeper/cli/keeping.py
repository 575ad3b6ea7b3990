"""`scorekeeper serve`, `backup`, `restore` and `doctor`: the games of a server, in the store of this folder."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.output import FILE, STORE, BadInput, MayPass, tell

if TYPE_CHECKING:
    from scorekeeper.web.config import Places

# Everything else is imported within the commands: a layout is scored in less time than store and web take to load.


@contextmanager
def _told_as_bad_input(*others: type[Exception]) -> Iterator[None]:
    """Whatever settings or store are refused for is told like any bad input."""
    from scorekeeper.store.errors import StoreUnusable
    from scorekeeper.web.config import BadSetting

    refusals: tuple[type[Exception], ...] = (BadSetting, StoreUnusable, *others)
    try:
        yield
    except refusals as error:
        raise BadInput(str(error)) from error


@contextmanager
def _told_whether_it_passes(*others: type[Exception]) -> Iterator[None]:
    """The same, with another exit for what may be over at the next try, such as a disk without room."""
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
    """Nobody else serves that folder and that file, which is sound. Of a database there may be many servers."""
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
@click.option("--host", help="127.0.0.1 unless named; 0.0.0.0 lets the phones on this network in.")
@click.option("--port", type=click.IntRange(1, 65535), help="The first free one from 8000 upwards, unless named.")
@click.option("--https", "at_home", is_flag=True, help="Let phones in by https, with a certificate made here.")
@click.option("--certificate", type=FILE, help="Serve https with this file; see docs/https.md.")
@click.option("--key", type=FILE, help="The private key of the certificate.")
def serve_app(host: str | None, port: int | None, at_home: bool, certificate: Path | None, key: Path | None) -> None:
    """Start the web app and print where to find it.

    Games and secret key are in the folder that SCOREKEEPER_INSTANCE names; of a checkout it is instance/. A database
    that is away is waited for. Exit 75 may pass at the next try; exit 2 needs a person.
    """
    if (certificate is None) != (key is None):
        raise BadInput("--certificate and --key go together: name both files, or neither for plain http")
    if at_home and certificate:
        raise BadInput("--https makes a certificate; leave it out to use the one of --certificate")
    host = host or ("0.0.0.0" if at_home else "127.0.0.1")
    from dataclasses import replace

    from scorekeeper.web import serving
    from scorekeeper.web.config import places

    trusted = serving.Certificate(certificate, key) if certificate and key else None
    with _told_whether_it_passes(serving.CannotServe):
        here = places()
        # Before anything else: even opening the file may change it, where it is of an older release.
        with _sole_server(here):
            serving.rehearse()
            address = serving.choose_address(host, port, serving.FIRST_SECURE_PORT if at_home else None)
            beside = address.port + 1 if address.port == serving.FIRST_PORT else None
            door = serving.choose_address(host, None, beside) if at_home else None
            fingerprint = ""
            if at_home:
                from scorekeeper.web import home_certificate

                file = home_certificate.certificate_for(here.instance, address.seen_at())
                trusted, fingerprint = serving.Certificate(file, file), home_certificate.fingerprint(here.instance)
            if trusted:
                trusted.check()
            address = replace(address, secure=trusted is not None)
            for line in serving.greeting(address, door, fingerprint):
                tell(line)
            sys.stdout.flush()
            serving.serve(address, trusted, door=door)


@click.command("backup")
@click.argument("file", type=FILE)
def back_up_store(file: Path) -> None:
    """Copy all games into a new FILE, also while a server runs.

    They are those of the folder that SCOREKEEPER_INSTANCE names, or of SCOREKEEPER_STORE, as `scorekeeper serve` would
    use them; the answer says which. A file that is there already is never overwritten.
    """
    from scorekeeper.store.backups import back_up
    from scorekeeper.store.sqlite import SqliteStore
    from scorekeeper.web.config import places

    with _told_as_bad_input():
        here = places().file
        if not here.is_file():
            raise BadInput(f"there are no games to copy: {here} is not there; SCOREKEEPER_INSTANCE names the folder")
        with closing(SqliteStore(here)) as store:  # as it is: also what is wanted before an upgrade
            copied = back_up(store, file, even_empty=False)
    tell(f"{file}: {copied}")
    tell(f"It is a copy of {here}.")
    tell("Whoever has this file can open and change every game in it; it is readable by you alone.")
    if copied.classes:
        tell("What students did is in it as well. Deleting a class does not reach this copy: delete the file yourself.")


@click.command("restore")
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Put it in the place of the games that are there; those are kept beside.")
def restore_store(file: Path, replace: bool) -> None:
    """Go back to the games of a backup FILE, while no server runs.

    The backup is looked over first and stays as it is. It becomes the store of the folder that SCOREKEEPER_INSTANCE
    names, or SCOREKEEPER_STORE, as `scorekeeper serve` would use it.
    """
    from datetime import UTC, datetime

    from scorekeeper.store.files import one_server
    from scorekeeper.store.restoring import restore
    from scorekeeper.web.config import places

    with _told_as_bad_input():
        here = places()
        with one_server(here.instance, here.file):
            contents, replaced = restore(file, here.file, replace=replace, now=datetime.now(UTC))
    tell(f"{here.file} is what it was in {file}: {contents}")
    if replaced:
        tell(f"What was there before is kept as {replaced}, with its classes; delete it when you need it no more.")
    if not (here.instance / "secret_key").exists():
        tell(
            f"There is no {here.instance / 'secret_key'}: unless it is copied there too, phones keep their links but "
            "lose their list of games. See docs/backups.md."
        )


@click.command("doctor")
@click.argument("file", type=FILE, required=False)
def look_over(file: Path | None) -> None:
    """Look over everything that is kept; changes nothing, and may be run beside a server.

    Without a FILE it is the store of the folder that SCOREKEEPER_INSTANCE names, or SCOREKEEPER_STORE, with its
    backups. With one it is that file alone, such as a backup. The exit is 2 if anything is wrong.
    """
    from itertools import chain

    from scorekeeper.school.class_examination import examine_classes
    from scorekeeper.tally.examination import examine, examine_backups
    from scorekeeper.web.config import places

    with _told_as_bad_input():
        path = file or places().file
    tell(f"Looking at {path}")
    backups = (examine_backups(path) for _ in range(file is None))
    problems: list[str] = []
    looks = examine(path, is_ours=file is None, also=[examine_classes])
    for found in chain(looks, backups):  # each as it is made: a large store takes long
        tell(f"{'WRONG' if found.problems else 'fine '}  {found.what}")
        problems += found.problems
        if found.problems and found.remedy:
            problems[-1] += f". What to do: {found.remedy}"
    if problems:
        raise BadInput(*problems)
    tell("All is well.")


@click.command("copy")
@click.argument("source", metavar="FROM", type=STORE)
@click.argument("to", metavar="TO", type=STORE)
def copy_store(source: str, to: str) -> None:
    """Copy all games FROM one store TO a new one: each a file, or the address of a database (postgresql://...).

    A server's file is scorekeeper.sqlite3 in the folder that SCOREKEEPER_INSTANCE names. Every row is compared. Stop
    the server first: a file that it has open is refused.
    """
    from scorekeeper.store.connection import SERVERS, Store
    from scorekeeper.store.copying import copy
    from scorekeeper.store.files import unserved

    files = [Path(one) for one in (source, to) if not one.startswith(SERVERS)]
    with _told_as_bad_input(), ExitStack() as held:
        if not source.startswith(SERVERS) and not Path(source).is_file():
            raise BadInput(f"there are no games to copy: {source} is not there")
        for file in files:
            held.enter_context(unserved(file))
        with closing(Store.open(source)) as old, closing(Store.open(to)) as new:
            for table, rows in copy(old, new):
                tell(f"{table}: {rows:,} the same")
    tell("All is copied. Take the secret key along, too: see docs/running.md.")
