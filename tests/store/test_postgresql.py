"""A store on a PostgreSQL server: what is told of one that cannot be used, and one that comes back."""

import re
from collections.abc import Callable
from contextlib import closing

import pytest

from scorekeeper.store.errors import NotAStore, OtherRelease, StoreFailed, StoreUnusable
from scorekeeper.store.opening import open_store
from tests.postgresql import Cluster
from tests.serving import free_port
from tests.store.playing import FIVES, begin


def away(cluster: Cluster) -> str:
    return cluster.new_database().replace(str(cluster.port), str(free_port()))


def no_user(cluster: Cluster) -> str:
    return cluster.new_database().replace("postgres@", "nobody:secret@")


def no_database(cluster: Cluster) -> str:
    return cluster.address("nothing")


def of_others(cluster: Cluster) -> str:
    address = cluster.new_database()
    cluster.run("CREATE TABLE recipes (title TEXT)", address.rpartition("/")[2])
    return address


def newer(cluster: Cluster) -> str:
    with closing(cluster.new_store()) as store:
        address = str(store.address)
    cluster.run("INSERT INTO schema_steps VALUES ('of_next_year')", address.rpartition("/")[2])
    return address


@pytest.mark.parametrize(
    ("made", "error", "words"),
    [
        (away, StoreFailed, "connection"),
        (no_user, StoreFailed, '"nobody"'),
        (no_database, StoreFailed, '"nothing" does not exist'),
        (of_others, NotAStore, "another program (recipes)"),
        (newer, OtherRelease, "of_next_year"),
    ],
)
def test_a_database_that_is_no_store_of_this_release_is_named_with_the_cause_and_without_a_password(
    made: Callable[[Cluster], str], error: type[StoreUnusable], words: str, cluster: Cluster
) -> None:
    address = made(cluster)
    with pytest.raises(error, match=re.escape(words)) as found:
        open_store(address)
    assert str(found.value).startswith(f"the database {address.rpartition('/')[2]} at 127.0.0.1 ")
    assert "secret" not in str(found.value)


def test_a_database_that_takes_nothing_more_can_still_be_read(cluster: Cluster) -> None:
    with closing(cluster.new_store()) as store:
        table = begin(store)
        cluster.run(f"ALTER DATABASE {str(store.address).rpartition('/')[2]} SET default_transaction_read_only = on")
        store.close()
        with pytest.raises(StoreFailed, match="read-only"):
            table.enter(1, "Ann", FIVES)
        assert table.kept.version == 1


def test_what_a_lost_connection_had_not_committed_is_gone_and_the_next_statement_makes_a_new_one(
    cluster: Cluster,
) -> None:
    with closing(cluster.new_store()) as store:
        table = begin(store)
        name = str(store.address).rpartition("/")[2]
        end_all = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        cluster.run(end_all)
        assert table.kept.version == 1

        def cut_off() -> None:
            with store.write() as database:
                database.execute("UPDATE games SET version = 7")
                cluster.run(end_all)

        with pytest.raises(StoreFailed):
            cut_off()
        assert table.kept.version == 1
        assert table.enter(1, "Ann", FIVES).kept.version == 2
