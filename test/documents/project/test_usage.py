import json
import os
import urllib.request


def test_the_sandbox_answers():
    url = os.environ["CREATOR_SANDBOX_URL"] + "/usage"
    call = urllib.request.Request(url, headers={"api-key": os.environ["CREATOR_SANDBOX_KEY"]})
    with urllib.request.urlopen(call) as reply:
        assert json.load(reply)["success"]
