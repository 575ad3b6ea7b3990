"""How the command behaves as a process: pipes that close, Ctrl-C, answers as they are asked."""

import signal
import subprocess
import sys

from tests.cli.running import COMMAND, environment
from tests.serving import heard

SCORE = (*COMMAND, "score", "--house", "penalty", "--stdin")


def start(*command: str) -> subprocess.Popen[bytes]:
    """The command with pipes on all sides."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment())


def test_an_answer_comes_before_the_next_question_and_a_reader_that_goes_away_is_no_error() -> None:
    with start(*SCORE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for question, answer in [(b"5 5 K / 5 5 Q", b"0"), (b"nothing", b"error: "), (b"* A A / 2 A A", b"-11")]:
            process.stdin.write(question + b"\n")
            process.stdin.flush()
            assert heard(process).startswith(answer)  # would not come if it were held back
        process.stdout.close()
        process.stdin.write(b"5 5 K / 5 5 Q\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 141


def test_ctrl_c_is_quiet() -> None:
    # The tests may have been started with this signal ignored, and children inherit that.
    heed = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    with start(sys.executable, "-c", heed, *SCORE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"5 5 K / 5 5 Q\n")
        process.stdin.flush()
        assert heard(process) == b"0\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == b""
