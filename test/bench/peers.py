"""A mock server in Python as one writes it with Flask: checks a key, fills a template. It sends the replies of the bench."""

import json
import os
import secrets
import time

from flask import Flask, Response, request
from jinja2 import Template

app = Flask(__name__)


def add(name, method, content_type, body):
    template = Template(body)

    def answer():
        if "api-key" not in request.headers and "apiId" not in request.headers:
            return Response(status=401)
        text = template.render(trace_id=secrets.token_hex(16), timestamp=int(time.time() * 1000))
        return Response(text, content_type=content_type)

    app.add_url_rule("/" + name, name, answer, methods=[method])


with open(os.environ["REPLIES"], encoding="utf-8") as file:
    for reply in json.load(file):
        add(reply["name"], reply["method"], reply["type"], reply["body"])
