from unittest import TestCase

import sandbox
from client import Client, Creator, OverBudget, Refused

SAMPLE = Creator("sample.creator", "Sample Creator", 486213)


class ClientTest(TestCase):
    def new_client(self, plan=100, budget=100, **options):
        """A client with an account of its own; its waits are noted, not waited."""
        self.key = sandbox.new_key(plan=plan)
        self.waited = []
        return Client(sandbox.URL, self.key["key"], budget, sleep=self.waited.append, **options)

    def assert_spent(self, client, credits):
        self.assertEqual((client.spent, sandbox.spent(self.key)), (credits, credits))

    def assert_refused(self, status, code, call, *arguments):
        with self.assertRaises(Refused) as caught:
            call(*arguments)
        self.assertEqual((caught.exception.status, caught.exception.code), (status, code))

    def test_looks_a_creator_up_for_two_credits(self):
        client = self.new_client()
        self.assertEqual(client.creator("sample.creator"), SAMPLE)
        self.assert_spent(client, 2)

    def test_knows_no_creator_behind_an_unknown_handle(self):
        client = self.new_client()
        self.assertIsNone(client.creator("nobody.at.all"))
        self.assert_spent(client, 0)

    def test_waits_longer_each_time_retries_and_pays_once(self):
        for status in (429, 503):
            with self.subTest(status):
                client = self.new_client()
                rule = {"match": {"key": self.key["id"]}, "respond": {"status": status}, "times": 2}
                sandbox.admin("/faults", rule)
                self.assertEqual(client.creator("sample.creator"), SAMPLE)
                self.assertEqual(self.waited, [0.1, 0.3])
                sandbox.verify(self.key, status=status, exactly=2)
                sandbox.verify(self.key, exactly=3, credits={"exactly": 2})
                self.assert_spent(client, 2)

    def test_asks_again_after_a_lost_reply_and_counts_both_as_spent(self):
        client = self.new_client()
        rule = {"match": {"key": self.key["id"]}, "cut": {"bytes": 0, "how": "close"}, "times": 1}
        sandbox.admin("/faults", rule)
        self.assertEqual(client.creator("sample.creator"), SAMPLE)
        self.assertEqual(self.waited, [0.1])
        self.assert_spent(client, 4)

    def test_gives_up_after_the_last_wait(self):
        client = self.new_client(waits=(1, 2))
        sandbox.admin("/faults", {"match": {"key": self.key["id"]}, "respond": {"status": 503}})
        self.assert_refused(503, "SERVICE_UNAVAILABLE", client.creator, "sample.creator")
        self.assertEqual(self.waited, [1, 2])
        sandbox.verify(self.key, exactly=3)

    def test_does_not_retry_a_refusal_that_stays(self):
        client = self.new_client(plan=1)
        self.assert_refused(402, "INSUFFICIENT_CREDITS", client.creator, "sample.creator")
        self.assert_refused(400, "VALIDATION_ERROR", client.creator, "not a handle")
        self.assertEqual(self.waited, [])
        sandbox.verify(self.key, exactly=2)

    def test_reads_all_pages_and_none_after_the_last(self):
        client = self.new_client()
        found = client.creators_in("ITA", 100_000, page_size=3)
        known = sandbox.admin("/world/creators?platform=clip&country=ITA&minFollowers=100001")["creators"]
        self.assertEqual(found, [Creator(each["handle"], each["displayName"], each["followers"]) for each in known])
        self.assertEqual(len(found), 8)
        self.assertEqual([call["body"]["offset"] for call in sandbox.requests_of(self.key)], [0, 3, 6])
        self.assert_spent(client, 3)

    def test_fails_when_the_credits_end_between_two_pages(self):
        client = self.new_client(plan=2)
        self.assert_refused(402, "INSUFFICIENT_CREDITS", client.creators_in, "ITA", 100_000, 3)
        self.assert_spent(client, 2)

    def test_keeps_to_its_budget(self):
        client = self.new_client(budget=3)
        client.creator("sample.creator")
        with self.assertRaises(OverBudget):
            client.creator("sample.friend")
        sandbox.verify(self.key, exactly=1)
        self.assert_spent(client, 2)
