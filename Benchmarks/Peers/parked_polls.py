"""Many devices of many users that wait for changes at once, for the memory and the wake-up time of
Trove's server.

    parked_polls.py ADDRESS ACCOUNTS

ADDRESS is the server's, http://127.0.0.1:PORT. ACCOUNTS is a file with a line of JSON for each user
of the server: what its sign-up answered. `sign-up` makes it.

What it can be asked, as `answering` says:

    sign-up N           {"accounts": N}    signs up N users
    second-devices N    {"devices": N}     logs a second device of the first N users in
    park N K            {"parked": N}      sends N long polls, at most K of each user
    answered            {"answered": 0}    how many of them have been answered
    wake                {"ms": 1.3}        pushes a gem from a user's second device, and waits for the
                                           answer of a poll of the first: from the sending of the one
                                           to the arrival of the other; each time another user
"""

import http.client
import json
import resource
import select
import socket
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlencode, urlsplit

from answering import answer_requests

PASSWORD = "only for benchmarks"
GEM = "Opal"
# So many passwords are hashed by the server at once; more requests would only wait.
HASHES = 2
# The longest that a poll is let wait, in seconds.
WAIT = 20


class Refused(Exception):
    """The server answered otherwise than it should."""


class Users:
    """What the requests on standard input are answered from."""

    def __init__(self, address, path):
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self.path = path
        self.polls = []
        self.logins = []
        # The second devices that have not pushed yet, with the numbers of their users.
        self.pushing = iter(())

    def answer(self, request):
        match request.split():
            case ["sign-up", count]:
                return self.sign_up(int(count))
            case ["second-devices", count]:
                return self.second_devices(int(count))
            case ["park", count, each]:
                return self.park(int(count), int(each))
            case ["answered"]:
                return self.answered()
            case ["wake"]:
                return self.wake()
        raise Refused(f"{request!r} cannot be asked")

    def sign_up(self, count):
        with ThreadPoolExecutor(HASHES) as pool, open(self.path, "w", encoding="utf-8") as file:
            for login in pool.map(partial(self.enter, "signup"), range(count)):
                file.write(json.dumps(login) + "\n")
        return {"accounts": count}

    def second_devices(self, count):
        with ThreadPoolExecutor(HASHES) as pool:
            logins = list(pool.map(partial(self.enter, "login"), range(count)))
        self.pushing = iter(enumerate(logins))
        return {"devices": count}

    def park(self, count, each):
        with open(self.path, encoding="utf-8") as file:
            logins = [json.loads(line) for line in file]
        if len(logins) * each < count:
            raise Refused(f"{len(logins)} users cannot have {count} polls")
        # What the process may have open at most is often far above what it may have open for now.
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        # The first poll of a user is the one with the user's number.
        self.logins = logins
        self.polls = [self.poll(logins[place % len(logins)]) for place in range(count)]
        return {"parked": count}

    def answered(self):
        watch = select.poll()
        for poll in self.polls:
            watch.register(poll, select.POLLIN)
        return {"answered": len(watch.poll(0))}

    def wake(self):
        user, login = next(self.pushing, (None, None))
        if login is None:
            raise Refused("every second device has pushed already")
        poll = self.polls[user]
        if select.select([poll], [], [], 0)[0]:
            # It has waited as long as any may, and its device asks again.
            poll.close()
            poll = self.polls[user] = self.poll(self.logins[user])
        connection = self.connection()
        connection.connect()
        start = time.perf_counter()
        self.send(connection, "/v1/push", self.new_gem(login), login["token"])
        answer = b""
        while GEM.encode() not in answer:
            piece = poll.recv(65536)
            if not piece:
                raise Refused(f"a poll was answered by {answer!r}")
            answer += piece
        elapsed = time.perf_counter() - start
        pushed = self.receive(connection)
        if pushed["results"][0]["status"] != "applied":
            raise Refused(f"a push was answered by {pushed}")
        return {"ms": round(elapsed * 1000, 3)}

    def enter(self, how, number):
        """Signs a user up or logs one in, and gives what the server says of the device."""
        return self.exchange(
            f"/v1/{how}",
            {
                "name": "User",
                "email": f"user{number}@example.org",
                "password": PASSWORD,
                "device": how,
            },
            # The server lets one address sign a hundred up in an hour; this machine has many.
            source=f"127.0.0.{2 + number // 90 % 250}",
        )

    def new_gem(self, login):
        operation = {
            "n": 1,
            "action": "create",
            "kind": "gem",
            "id": str(uuid.uuid4()),
            "base": 0,
            "fields": {"name": GEM},
            "at": int(time.time() * 1000),
        }
        return {"epoch": login["epoch"], "operations": [operation]}

    def poll(self, login):
        """A connection on which a long poll has been sent, by a device that has nothing yet."""
        query = urlencode({"epoch": login["epoch"], "since": 0, "mark": 0, "wait": WAIT})
        poll = socket.create_connection((self.host, self.port))
        poll.sendall(
            f"GET /v1/changes?{query} HTTP/1.1\r\n"
            f"Host: {self.host}:{self.port}\r\n"
            f"Authorization: Bearer {login['token']}\r\n\r\n".encode()
        )
        return poll

    def connection(self, source="127.0.0.1"):
        return http.client.HTTPConnection(self.host, self.port, source_address=(source, 0))

    def exchange(self, path, body, source="127.0.0.1"):
        connection = self.connection(source)
        try:
            self.send(connection, path, body)
            return self.receive(connection)
        finally:
            connection.close()

    @staticmethod
    def send(connection, path, body, token=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request("POST", path, json.dumps(body), headers)

    @staticmethod
    def receive(connection):
        response = connection.getresponse()
        body = response.read().decode()
        if response.status not in (200, 201):
            raise Refused(f"{response.status} {response.reason}: {body}")
        return json.loads(body)


if __name__ == "__main__":
    address, path = sys.argv[1:]
    answer_requests("polls", Users(address, path).answer)
