"""Runs a command in a terminal of its own: in_terminal.py AHEAD ANSWERS COMMAND ...

AHEAD is a JSON text that is typed before the command begins. ANSWERS is a JSON list of texts: each is typed once another
question is on the screen. Prints what the terminal showed, and exits as the command did.
"""

import fcntl
import json
import os
import pty
import sys
import termios

ahead, answers, command = json.loads(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
# The terminal is there before the command, so that what is typed ahead waits for it.
ours, theirs = pty.openpty()
os.write(ours, ahead.encode())
child = os.fork()
if child == 0:
    os.close(ours)
    os.setsid()
    fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(theirs, number)
    os.execvp(command[0], command)
os.close(theirs)
shown, answered = b"", 0
while True:
    try:
        read = os.read(ours, 65536)
    except OSError:
        break
    if not read:
        break
    shown += read
    if answers and shown.count(b"[y/N") > answered:
        answered = shown.count(b"[y/N")
        os.write(ours, answers.pop(0).encode())
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
