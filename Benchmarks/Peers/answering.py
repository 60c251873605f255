"""How the programs of this folder are asked.

They read a request from each line of standard input and answer it with one line of JSON on standard
output; a request that failed is answered by {"error": "why"}. Their first line of all,
{"ready": "WHAT"}, says that they can be asked. `quit` ends them, and so does the end of the input.
"""

import json
import sys


def say(answer):
    print(json.dumps(answer), flush=True)


def answer_requests(ready, answer):
    """Answers every request by what `answer` makes of it, a dictionary."""
    say({"ready": ready})
    for line in sys.stdin:
        request = line.strip()
        if request == "quit":
            return
        try:
            say(answer(request))
        except Exception as error:
            say({"error": f"{type(error).__name__}: {error}"})
