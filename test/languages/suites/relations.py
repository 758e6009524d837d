"""Relations that hold for any creator of any service, so that they hold for its recordings too."""

import json
import os
import unittest
import urllib.request

URL = os.environ["CREATOR_SANDBOX_URL"]
KEY = os.environ["CREATOR_SANDBOX_KEY"]


def call(path, body=None):
    request = urllib.request.Request(URL + path, headers={"api-key": KEY})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request) as reply:
        return reply.headers, reply.read().decode()


def data(path):
    return json.loads(call(path)[1])["data"]


class Relations(unittest.TestCase):
    def test_shares_of_an_audience(self):
        audience = data("/gram/audience?uniqueId=sample.creator")
        gender = audience["audienceGender"]
        self.assertAlmostEqual(gender["maleRatio"] + gender["femaleRatio"], 1, places=2)

    def test_posts_have_the_rate_of_their_figures(self):
        clips = data("/clip/content-detail?uniqueId=sample.creator")["recentVideos"]
        self.assertGreater(len(clips), 5)
        for clip in clips:
            rate = (clip["likes"] + clip["comments"] + clip["shares"]) / clip["views"]
            self.assertAlmostEqual(clip["engagementRate"], rate, delta=0.0001)

    def test_a_stream_ends_with_its_result(self):
        body = {"description": "short video creators from the USA with more than 1000 followers"}
        headers, text = call("/nls", body)
        self.assertTrue(headers["content-type"].startswith("text/event-stream"))
        frames = [frame for frame in text.split("\n\n") if frame]
        self.assertTrue(frames[-1].startswith("event: result\n"), frames[-1])


if __name__ == "__main__":
    unittest.main()
