"""Runs pytest in pytest, beside a sandbox of its own."""

import os
import re

import pytest

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

CLIENT = '''
from urllib.error import HTTPError
from urllib.request import Request, urlopen

def look_up(sandbox, key):
    call = Request(f"{sandbox.url}/clip/profile?uniqueId=sample.creator", headers=key.headers)
    try:
        with urlopen(call) as reply:
            return reply.status
    except HTTPError as refusal:
        return refusal.code
'''


@pytest.fixture
def run(pytester, monkeypatch):
    for name in ("CREATOR_SANDBOX_URL", "CREATOR_SANDBOX_ADMIN", "CREATOR_SANDBOX_SERVICE_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", os.path.join(PACKAGE, "src"))
    # An installed one would be loaded a second time.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(client=CLIENT)

    def run(test, *options):
        pytester.makepyfile(test_it="import pytest\nfrom client import look_up\n" + test)
        return pytester.runpytest_subprocess("-p", "pytest_creator_sandbox.plugin", *options)

    return run


def test_gives_each_test_a_key_with_a_budget_and_ends_with_a_report(run):
    result = run(
        """
keys = set()

@pytest.mark.sandbox_key(budget=2, plan=1000, purchased=50)
def test_budget(sandbox, sandbox_key):
    keys.add(sandbox_key.secret)
    assert [look_up(sandbox, sandbox_key) for _ in range(2)] == [200, 402]
    assert sandbox_key.advance("31d")[0]["credits"] == 2
    assert look_up(sandbox, sandbox_key) == 402
    assert sandbox_key.spent == 2

def test_default(sandbox, sandbox_key):
    keys.add(sandbox_key.secret)
    assert sandbox_key.state["limit"] == 7
    assert look_up(sandbox, sandbox_key) == 200

def test_two_keys(sandbox):
    assert len(keys) == 2
    assert look_up(sandbox, sandbox.key(plan=10)) == 200
    for secret in keys:
        with pytest.raises(Exception, match="no such key"):
            sandbox.admin("GET", f"/keys/{secret}")
""",
        "--creator-sandbox-budget=7",
    )
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        [
            "*= creator-sandbox =*",
            "5 requests, 2 refused (0 forced), 6 credits; 2 of 16 outcomes of the called operations met",
            "  2 credits: test_it.py::test_budget",
            "  2 credits: test_it.py::test_default",
            "  2 credits: test_it.py::test_two_keys",
        ]
    )


def test_offers_everything_that_a_test_needs(run):
    run(
        """
def test_all(sandbox, sandbox_key):
    assert sandbox_key.quote("clip/profile", uniqueId="sample.creator") == {"credits": {"least": 2, "most": 2}}
    sandbox_key.force(429, code="RATE_LIMIT_EXCEEDED", operation="clip/profile", times=2)
    assert [look_up(sandbox, sandbox_key) for _ in range(3)] == [429, 429, 200]
    sandbox_key.verify(exactly=3, operation="clip/profile")
    sandbox_key.verify(status=429, exactly=2)
    with pytest.raises(AssertionError):
        sandbox_key.verify(exactly=1)
    with pytest.raises(Exception, match="'atLeast'"):
        sandbox_key.verify(exactly=1, atLeast=1)
    assert [each["status"] for each in sandbox_key.requests] == [429, 429, 200]
    other = sandbox.key(plan=2)
    assert look_up(sandbox, other) == 200
    sandbox_key.reset()
    assert (sandbox_key.spent, other.spent) == (0, 2)
    assert sandbox.creators(platform="clip", edge=True, limit=1)[0]["platform"] == "clip"
    assert sandbox.report()["receipt"]["calls"] == 4
    assert str(other) == other.secret
"""
    ).assert_outcomes(passed=1)


def test_shares_one_key_in_a_session_and_resets_it_only(run):
    run(
        """
seen = []

@pytest.mark.parametrize("turn", range(3))
def test_turn(sandbox, sandbox_key, turn):
    other = seen[0][1] if seen else sandbox.key(plan=9)
    assert sandbox_key.spent == 0
    assert look_up(sandbox, sandbox_key) == 200
    look_up(sandbox, other)
    seen.append((sandbox_key.id, other))
    assert other.spent == 2 * (turn + 1)
    assert len({id for id, _ in seen}) == 1

@pytest.mark.sandbox_key(budget=1)
def test_other_terms(sandbox_key):
    assert sandbox_key.id not in {id for id, _ in seen}
""",
        "-o",
        "creator_sandbox_key_scope=session",
    ).assert_outcomes(passed=4)


def test_names_tests_whose_ids_are_long(run):
    run(
        """
@pytest.mark.parametrize("word", ["x" * 400 + end for end in "ab"])
def test_word(sandbox, sandbox_key, word):
    assert look_up(sandbox, sandbox_key) == 200
    names = [row["test"] for row in sandbox.report()["receipt"]["byTest"]]
    assert [len(name) for name in names if name.endswith(word[-1] + "]")] == [300]
"""
    ).assert_outcomes(passed=2)


def test_uses_a_running_sandbox(run, sandbox, monkeypatch):
    # The sandbox of this run stands for a container.
    monkeypatch.setenv("CREATOR_SANDBOX_URL", sandbox.url)
    monkeypatch.setenv("CREATOR_SANDBOX_COMMAND", "false")
    before = sandbox.report()["receipt"]["calls"]
    run("def test_one(sandbox, sandbox_key):\n    assert look_up(sandbox, sandbox_key) == 200\n").assert_outcomes(passed=1)
    assert sandbox.report()["receipt"]["calls"] == before + 1


def test_says_in_one_sentence_what_is_wrong(run, monkeypatch):
    test = "def test_one(sandbox_key):\n    pass\n"
    for options, sentence in (
        (["--creator-sandbox-url=http://127.0.0.1:9"], "*127.0.0.1:9/__admin does not answer: *"),
        (["--creator-sandbox-command=no-such-command"], "*no-such-command cannot be run: No such file or directory."),
        (["--creator-sandbox-flags=--seed nothing"], "*The sandbox did not start. creator-sandbox: *seed*"),
        (["--creator-sandbox-key-scope=module"], "*creator_sandbox_key_scope is test or session, not module."),
    ):
        result = run(test, *options)
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines([sentence])


def test_leaves_no_process_behind(run, pytester):
    result = run("def test_one(sandbox):\n    print('URL', sandbox.url)\n", "-s")
    result.assert_outcomes(passed=1)
    url = next(line.split()[-1] for line in result.outlines if "URL" in line)
    run("def test_gone(sandbox):\n    pass\n", f"--creator-sandbox-url={url}").assert_outcomes(errors=1)


def test_does_nothing_for_tests_that_do_not_ask(run):
    result = run("def test_one():\n    pass\n", "--creator-sandbox-command=false")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*creator-sandbox*requests*")


def test_works_beside_xdist(run):
    pytest.importorskip("xdist")
    result = run(
        """
@pytest.mark.parametrize("turn", range(4))
def test_turn(sandbox, sandbox_key, turn):
    assert look_up(sandbox, sandbox_key) == 200
""",
        "-pxdist.plugin",
        "-n2",
    )
    result.assert_outcomes(passed=4)
    reports = [line for line in result.outlines if "requests, 0 refused" in line]
    assert sum(int(line.split()[0]) for line in reports) == 4


def test_does_what_the_readme_says(run, pytester):
    with open(os.path.join(PACKAGE, "README.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    page = {language: code for language, code in blocks}
    pytester.makepyfile(test_profile=page["python"])
    result = run("")
    result.assert_outcomes(passed=2)
    head, *lines = page["text"].splitlines()
    result.stdout.fnmatch_lines([f"*{head.strip('=')}*", *lines])


def test_is_typed():
    mypy = pytest.importorskip("mypy.api")
    out, err, status = mypy.run(["--strict", "--cache-dir", os.devnull, "--python-version", "3.9", os.path.join(PACKAGE, "src")])
    assert (status, err) == (0, ""), out


def test_names_the_line_of_each_request(run):
    test = """
def test_lines(sandbox, sandbox_key):
    look_up(sandbox, sandbox_key)
    requests = [each.get("callSite") for each in sandbox_key.requests]
    assert requests == [{"file": FILE, "line": LINE, "function": NAME}]
"""
    for options, file, line, name in (
        ((), "client.py", 7, "look_up"),
        (("--creator-sandbox-call-site-wrappers=client.py",), "test_it.py", 5, "test_lines"),
    ):
        marked = test.replace("FILE", repr(file)).replace("LINE", str(line)).replace("NAME", repr(name))
        run(marked, "--creator-sandbox-call-sites=.", *options).assert_outcomes(passed=1)
    run(test.replace('[{"file": FILE, "line": LINE, "function": NAME}]', "[None]")).assert_outcomes(passed=1)


SERVICE = """
import os
from urllib.request import Request, urlopen

AT_IMPORT = os.environ["HTTPS_PROXY"]

def test_calls_the_service(sandbox_key):
    url = "https://api.example.com/prefix/clip/profile?uniqueId=sample.creator"
    with urlopen(Request(url, headers=sandbox_key.headers)) as reply:
        assert reply.status == 200
    assert sandbox_key.spent == 2

def test_calls_it_without_a_proxy(sandbox_key):
    import socket
    with socket.create_connection(("api.example.com", 80)) as connection:
        head = f"GET /usage HTTP/1.1\\r\\nHost: api.example.com\\r\\napi-key: {sandbox_key}\\r\\nConnection: close\\r\\n\\r\\n"
        connection.sendall(head.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")
"""


def test_leads_requests_to_the_service_to_the_sandbox(run):
    result = run(SERVICE, "--creator-sandbox-service=api.example.com/prefix")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*= creator-sandbox =*", "2 requests, 0 refused (0 forced), 2 credits;*"])
    assert result.ret == 0


def test_fails_where_nothing_arrived(run):
    result = run("def test_calls_nobody():\n    pass\n", "--creator-sandbox-service=api.example.com")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["No request to api.example.com arrived: if the tests made some,*"])
    assert result.ret == 1
