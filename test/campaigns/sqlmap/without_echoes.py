"""What sqlmap compares: an answer without what was sent.

Refusals quote it, so no two of them are alike; sqlmap takes the difference for an injection, finds that it is none, and tries that place no
further. What is left still tells which refusal it was and where.
"""

import inspect
import json

# sqlmap 1.7 asks for it by the name that Python 3.11 took away.
inspect.getargspec = inspect.getfullargspec

QUOTING = ("description", "notifications", "requestId")
QUOTING_OF_ITEMS = ("message", "received", "suggestions")


def postprocess(page, headers=None, code=None):
    if not page or '"notifications"' not in page:
        return page, headers, code
    try:
        refusal = json.loads(page)
        for name in QUOTING:
            refusal.pop(name, None)
        for item in refusal.get("details", []):
            for name in QUOTING_OF_ITEMS:
                item.pop(name, None)
        return json.dumps(refusal), headers, code
    except (ValueError, AttributeError):
        return page, headers, code
