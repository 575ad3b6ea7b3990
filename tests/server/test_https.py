"""`scorekeeper serve --certificate --key`: encrypted, with a cookie that stays so, and clear words for bad files."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from scorekeeper.server import serving
from scorekeeper.server.cannot_serve import CannotServe
from tests.certificates import ServerCertificate
from tests.cli.running import by_click
from tests.serving import PATIENCE, RunningServer


@pytest.fixture
def certificate(tmp_path: Path) -> ServerCertificate:
    return ServerCertificate.make(tmp_path)


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One for all who only ask it something."""
    folder = tmp_path_factory.mktemp("secure")
    with RunningServer(folder / "games", certificate=ServerCertificate.make(folder)) as running:
        yield running


def test_it_serves_https_and_its_cookie_is_never_sent_in_the_clear(secure: RunningServer) -> None:
    connection = secure.connection()
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.status == 200
    assert "; Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    answer.read()
    connection.close()
    assert f"on this machine:  https://127.0.0.1:{secure.port}/" in secure.output


def test_whoever_asks_it_without_encryption_gets_no_page_and_harms_nothing(secure: RunningServer) -> None:
    for _ in range(3):
        plain = http.client.HTTPConnection("127.0.0.1", secure.port, timeout=PATIENCE)
        plain.request("GET", "/")
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            plain.getresponse()
        plain.close()
    connection = secure.connection()
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()
    assert "Traceback" not in secure.output
    assert "panicked" not in secure.output


@pytest.mark.parametrize("option", ["--certificate", "--key"])
def test_one_file_without_the_other_is_told(option: str) -> None:
    told = by_click("serve", option, "some.pem")
    assert told.exit_code == 2
    assert "go together" in told.stderr


@pytest.mark.parametrize(
    ("certificate_file", "key_file", "said"),
    [
        pytest.param("none.pem", "table-key.pem", "No such file", id="missing"),
        pytest.param("table-key.pem", "table.pem", "", id="swapped"),
        pytest.param("table.pem", "noise", "", id="noise"),
        pytest.param("table.pem", "other-key.pem", "KEY_VALUES_MISMATCH", id="of-another"),
        pytest.param("table.pem", "locked.pem", "", id="locked"),
    ],
)
def test_what_is_wrong_with_files_is_told(
    certificate: ServerCertificate, tmp_path: Path, certificate_file: str, key_file: str, said: str
) -> None:
    ServerCertificate.make(tmp_path, "other")
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    key = load_pem_private_key(certificate.key.read_bytes(), None)
    locked = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"word"))
    (tmp_path / "locked.pem").write_bytes(locked)
    with pytest.raises(CannotServe) as told:
        serving.Certificate(tmp_path / certificate_file, tmp_path / key_file).check()
    assert f"{certificate_file} and {tmp_path / key_file} can't be used: {said}" in str(told.value)
    assert "The key must belong to the certificate, have no password" in str(told.value)
