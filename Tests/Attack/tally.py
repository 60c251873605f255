"""Prints the number of requests that an attack sent, and on standard error the answers to each
operation. Fails if an operation was never tried, or never succeeded."""

import json
import sys
import urllib.request

with open(sys.argv[1]) as file:
    tally = json.load(file)
with urllib.request.urlopen(sys.argv[2] + "/v1/openapi.json") as reply:
    paths = json.load(reply)["paths"]
# It is where the description comes from.
del paths["/v1/openapi.json"]
blind = []
for path, operations in paths.items():
    for method in operations:
        answers = tally.get(f"{method.upper()} {path}", {})
        print(f"{method.upper()} {path}:", answers or "never tried", file=sys.stderr)
        if not any(status.startswith("2") for status in answers):
            blind.append(f"{method.upper()} {path} never succeeded")
if blind:
    print("; ".join(blind))
    sys.exit(1)
print(sum(sum(answers.values()) for answers in tally.values()))
