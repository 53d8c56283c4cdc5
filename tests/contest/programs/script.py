"""Answers from its arguments, whatever is asked; writes all its input to standard error."""

import sys
import time

answers = iter(sys.argv[1:])
for line in sys.stdin:
    sys.stderr.write(line)
    sys.stderr.flush()
    if line[0].isupper():
        answer = next(answers, None)
        while answer is not None and answer.startswith("sleep="):
            time.sleep(float(answer[6:]))
            answer = next(answers, None)
        if answer is None:
            break
        sys.stdout.write(answer.replace("\\n", "\n").replace("\\r", "\r") + "\n")
        sys.stdout.flush()
