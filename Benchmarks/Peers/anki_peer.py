"""Anki's sync server and Anki's own client, measured one sync at a time.

    anki_peer.py RECORDS FOLDER [ACCOUNTS]

RECORDS is a file with a record on each line: title, author and notes, with tabs between them. The
collections of the server and of both devices are made in FOLDER, which has to be on a real disk for
the figures to mean anything. ACCOUNTS is how often `push` and `pull` can be asked for, 40 unless it
is given: the server is told its users when it starts.

What it can be asked, as `answering` says:

    push N    {"row": "push", "n": N, "ms": 6.3}    a sync that sends N new notes
    pull N    {"row": "pull", "n": N, "ms": 6.1}    a sync that fetches N new notes
    idle      {"row": "idle", "n": N, "ms": 3.4}    a sync with nothing to send and nothing to
                                                    fetch, on the device that did not sync last
    again     {"row": "again", "n": N, "ms": 0.3}   the same on the device that did

`idle` and `again` speak of the N notes of the `push` or `pull` before. They differ because a device
that finds that another one has synced goes through a whole session with the server before it knows
that nothing has changed; a second time it is one question and one answer.

What is timed is one call of `sync_collection` in this process, without media. Every `push` and
`pull` has an account of its own with two devices, which have logged in and shared an empty
collection by a full sync before: what is timed is the ordinary sync of changes. Afterwards the
notes on the second device are compared with the records, text by text; if they differ, there is no
figure.
"""

import os
import socket
import subprocess
import sys
import time
from importlib.metadata import version

from anki.collection import AddNoteRequest, Collection
from anki.decks import DeckId

from answering import answer_requests

FIELDS = ("Title", "Author", "Notes")
PASSWORD = "secret"


class Mismatch(Exception):
    """What came about is not what was to be measured."""


class Server:
    """Anki's sync server, as a process with an empty store."""

    def __init__(self, folder, accounts):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.endpoint = f"http://127.0.0.1:{port}/"
        users = {f"SYNC_USER{n}": f"user{n}:{PASSWORD}" for n in range(1, accounts + 1)}
        settings = {
            "SYNC_BASE": f"{folder}/server",
            "SYNC_HOST": "127.0.0.1",
            "SYNC_PORT": str(port),
            "RUST_LOG": "warn",
        }
        with open(f"{folder}/server.log", "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "anki.syncserver"],
                env=os.environ | users | settings,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        while not self.listens(port):
            if self.process.poll() is not None:
                raise Mismatch(f"the server ended, see {folder}/server.log")
            time.sleep(0.01)

    @staticmethod
    def listens(port):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            return False
        return True

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Device:
    """A collection that belongs to an account of the server."""

    def __init__(self, path, server, user):
        self.collection = Collection(path)
        self.login = self.collection.sync_login(user, PASSWORD, server.endpoint)

    def make_notetype(self):
        models = self.collection.models
        notetype = models.new("Book")
        for name in FIELDS:
            models.add_field(notetype, models.new_field(name))
        template = models.new_template("Card")
        template["qfmt"] = "{{Title}}"
        template["afmt"] = "{{Author}} {{Notes}}"
        models.add_template(notetype, template)
        models.add(notetype)

    def full_sync(self, upload):
        """Sends the whole collection to the server, or takes the server's."""
        self.collection.sync_collection(self.login, sync_media=False)
        self.collection.close_for_full_sync()
        self.collection.full_upload_or_download(
            auth=self.login, server_usn=None, upload=upload
        )
        self.collection.reopen(after_full_sync=True)

    def add(self, records):
        notetype = self.collection.models.by_name("Book")
        requests = []
        for record in records:
            note = self.collection.new_note(notetype)
            note.fields = list(record)
            requests.append(AddNoteRequest(note=note, deck_id=DeckId(1)))
        self.collection.add_notes(requests)

    def sync(self):
        """Syncs the changes, and gives the milliseconds that it took."""
        start = time.perf_counter()
        output = self.collection.sync_collection(self.login, sync_media=False)
        elapsed = time.perf_counter() - start
        if output.required != output.NO_CHANGES:
            raise Mismatch(f"the ordinary sync did not do: {output}")
        return elapsed * 1000

    def records(self):
        rows = self.collection.db.list("select flds from notes")
        return [tuple(row.split("\x1f")) for row in rows]

    def close(self):
        self.collection.close()


class Account:
    """An account with two devices, which share an empty collection."""

    def __init__(self, folder, server, number):
        self.count = 0
        self.first, self.second = (
            Device(f"{folder}/{number}-{device}.anki2", server, f"user{number}")
            for device in ("first", "second")
        )
        self.first.make_notetype()
        self.first.full_sync(upload=True)
        self.second.full_sync(upload=False)
        # The connection is open, and both devices know that there is nothing to do.
        self.first.sync()
        self.second.sync()
        self.latest = self.second

    def take_turns(self):
        """The device that did not sync last, which does now."""
        self.latest = self.first if self.latest is self.second else self.second
        return self.latest

    def share(self, records):
        """Brings new notes from the first device to the second, and gives both syncs' times."""
        self.count = len(records)
        self.first.add(records)
        pushed = self.first.sync()
        pulled = self.second.sync()
        arrived = self.second.records()
        if sorted(arrived) != sorted(records):
            raise Mismatch(
                f"{len(records)} notes were sent, and what arrived ({len(arrived)}) differs"
            )
        return pushed, pulled

    def close(self):
        self.first.close()
        self.second.close()


class Measurements:
    """What the requests on standard input are answered from."""

    def __init__(self, records, folder, server, accounts):
        self.all_records = records
        self.folder = folder
        self.server = server
        self.numbers = iter(range(1, accounts + 1))
        self.account = None

    def answer(self, request):
        match request.split():
            case ["push" | "pull" as row, count]:
                records = self.all_records[: int(count)]
                if len(records) != int(count):
                    raise Mismatch(f"there are only {len(records)} records")
                pushed, pulled = self.fresh_account().share(records)
                elapsed = pushed if row == "push" else pulled
            case ["idle" as row] if self.account:
                elapsed = self.account.take_turns().sync()
            case ["again" as row] if self.account:
                elapsed = self.account.latest.sync()
            case _:
                raise Mismatch(f"{request!r} cannot be asked")
        return {"row": row, "n": self.account.count, "ms": round(elapsed, 3)}

    def fresh_account(self):
        self.close()
        number = next(self.numbers, None)
        if number is None:
            raise Mismatch("all accounts are used up")
        self.account = Account(self.folder, self.server, number)
        return self.account

    def close(self):
        if self.account:
            self.account.close()
            self.account = None


def main(records_path, folder, accounts="40"):
    with open(records_path, encoding="utf-8") as file:
        records = [tuple(line.rstrip("\n").split("\t")) for line in file]
    os.makedirs(folder)
    server = Server(folder, int(accounts))
    try:
        measurements = Measurements(records, folder, server, int(accounts))
        answer_requests(f"anki {version('anki')}", measurements.answer)
        measurements.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
