"""What schemathesis must know of the server to get beyond its first refusals.

A generated request has a random epoch, numbers that do not follow each other, and passwords of nobody.
The server refuses most such requests early, and rightly so. Therefore half of the valid requests get
values that a device would send: the epoch of the account, the next number, the digest of the photo.
Invalid requests are sent as they were generated.

`Scripts/attack` sets TROVE_URL, TROVE_TOKEN (that of the account under attack), TROVE_SEED, and
TROVE_TALLY, the file that gets the count of the answers to each operation.
"""

import atexit
import collections
import hashlib
import itertools
import json
import os
import random

import requests
import schemathesis
from schemathesis.transport.prepare import prepare_request

URL = os.environ["TROVE_URL"]
TOKEN = os.environ["TROVE_TOKEN"]
PASSWORD = "a password of the attack"

choice = random.Random(int(os.environ["TROVE_SEED"]))
tally = collections.defaultdict(collections.Counter)


@atexit.register
def write_tally():
    with open(os.environ["TROVE_TALLY"], "w") as file:
        json.dump(tally, file)


# MARK: Talking to the server

hosts = itertools.count(1)


def address():
    """Returns a client of its own for each request: the limits of an address are tried elsewhere, and
    would only make the server refuse everything. It believes a proxy on this machine."""
    number = next(hosts)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def ask(method, path, body=None, token=None):
    headers = {"X-Forwarded-For": address()}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    reply = requests.request(method, URL + path, json=body, headers=headers, timeout=30)
    reply.raise_for_status()
    return reply.json()


def new_device():
    """Returns the reply with a new device of the account, and its token."""
    return ask("POST", "/v1/devices", {"name": "spare"}, TOKEN)


class Victim:
    """An account whose password may be guessed and changed. A few wrong passwords lock it."""

    numbers = itertools.count(1)
    tries = 4

    def __init__(self):
        self.password = PASSWORD
        self.email = f"victim{next(self.numbers)}@example.org"
        self.left = self.tries
        reply = ask(
            "POST",
            "/v1/signup",
            {"name": "Victim", "email": self.email, "password": self.password, "device": "phone"},
        )
        self.token, self.device = reply["token"], reply["device"]


class State:
    epoch = None
    own_device = None
    # The device that pushes: its token, and the number of its last operation.
    pusher = None
    last = 0
    victim = None
    photos = []
    items = [f"01900000-0000-7000-8000-{number:012x}" for number in range(8)]


def prepare():
    if State.epoch is None:
        account = ask("GET", "/v1/account", token=TOKEN)
        State.epoch, State.own_device = account["epoch"], account["device"]
        State.pusher = new_device()


def victim():
    if State.victim is None or State.victim.left == 0:
        State.victim = Victim()
    State.victim.left -= 1
    return State.victim


# MARK: The document


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Each operation must answer with a status that is described for it, not just with any error."""
    for path in raw_schema["paths"].values():
        for operation in path.values():
            operation["responses"].pop("default", None)


# MARK: Requests


def improve_sign_up(case):
    number = next(Victim.numbers)
    case.body = dict(case.body, email=f"new{number}@example.org", password=PASSWORD)


def improve_push(case):
    if case.headers.get("Authorization") != f"Bearer {TOKEN}":
        # It shall be refused.
        return
    case.headers["Authorization"] = f"Bearer {State.pusher['token']}"
    operations = []
    for offset, operation in enumerate(case.body["operations"]):
        operation = dict(operation, n=State.last + 1 + offset)
        if operation["action"] != "skip":
            if choice.random() < 0.7:
                operation["id"] = choice.choice(State.items)
            if choice.random() < 0.7:
                operation["kind"] = choice.choice(["book", "gem", "movie", "vinyl", "definition"])
                operation["base"] = choice.choice([0, State.last])
            if choice.random() < 0.5:
                operation["fields"] = dict(operation["fields"], title="Dune", name="Opal")
        operations.append(operation)
    case.body = dict(
        case.body, epoch=State.epoch, since=0, mark="0", operations=operations)


def improve_changes(case):
    case.query["epoch"] = State.epoch
    if choice.random() < 0.7:
        case.query.update(since=0, at=0, mark="0")


def improve_photo(case):
    body = prepare_request(case, None, config=case.operation.schema.config.output.sanitization).body
    if isinstance(body, str):
        body = body.encode()
    case.path_parameters["sha256"] = hashlib.sha256(body or b"").hexdigest()


def improve_photo_request(case):
    if State.photos:
        case.path_parameters["sha256"] = choice.choice(State.photos)


def improve_log_in(case):
    account = victim()
    # The right password gives back all tries.
    account.left = Victim.tries
    case.body = dict(case.body, email=account.email, password=account.password)
    if choice.random() < 0.5:
        case.body = dict(case.body, resumed=account.device)


def improve_password(case):
    account = State.victim
    case.body = dict(case.body, old=account.password)
    # Most generated passwords are too weak.
    if choice.random() < 0.5:
        case.body["new"] = f"{PASSWORD} {choice.randrange(10**6)}"


IMPROVEMENTS = {
    "POST /v1/signup": improve_sign_up,
    "POST /v1/push": improve_push,
    "GET /v1/changes": improve_changes,
    "PUT /v1/blobs/{sha256}": improve_photo,
    "GET /v1/blobs/{sha256}": improve_photo_request,
    "POST /v1/login": improve_log_in,
    "POST /v1/password": improve_password,
}


def protect(case, label):
    """Lets a request end a device or change a password without ending the attack."""
    if case.headers.get("Authorization") != f"Bearer {TOKEN}":
        return
    if label == "POST /v1/logout":
        case.headers["Authorization"] = f"Bearer {new_device()['token']}"
    elif label == "POST /v1/password":
        case.headers["Authorization"] = f"Bearer {victim().token}"
    elif label == "DELETE /v1/devices/{id}":
        kept = [State.own_device, State.pusher["device"]]
        if is_valid(case) and choice.random() < 0.5 or case.path_parameters.get("id") in kept:
            case.path_parameters["id"] = new_device()["device"]


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    prepare()
    label = case.operation.label
    case.headers["X-Forwarded-For"] = address()
    protect(case, label)
    if not is_valid(case):
        return
    if label == "GET /v1/changes":
        # A poll would wait for a change that nobody makes, and the two points have an order.
        if "wait" in case.query:
            case.query["wait"] = min(int(case.query["wait"]), 1)
        if "at" in case.query:
            case.query["at"] = max(int(case.query["at"]), int(case.query.get("since", 0)))
    elif label == "PUT /v1/blobs/{sha256}":
        # Its digest is not part of the description, so every valid request needs it.
        return improve_photo(case)
    if label in IMPROVEMENTS and choice.random() < 0.5:
        IMPROVEMENTS[label](case)


@schemathesis.hook
def after_call(context, case, response):
    label = case.operation.label
    tally[label][str(response.status_code)] += 1
    if not 200 <= response.status_code < 300:
        return
    if label == "POST /v1/push" and State.pusher["token"] in case.headers["Authorization"]:
        State.last = response.json()["ack"]
    elif label == "POST /v1/password":
        State.victim.password = case.body["new"]
        State.victim.token = response.json()["token"]
        State.victim.left = Victim.tries
    elif label == "PUT /v1/blobs/{sha256}":
        State.photos.append(case.path_parameters["sha256"])
