"""GitHub's expressions, as far as ci/github/action.yml uses them
(docs.github.com, "Evaluate expressions in workflows and actions")."""
import re

TOKEN = re.compile(r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<sign>==|!=|&&|\|\||[!()])|(?P<name>[\w.-]+))")
INSERTED = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


def tokens(text):
    at, found = 0, []
    while text[at:].strip():
        match = TOKEN.match(text, at)
        assert match, f"not understood: {text[at:]}"
        found.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return found


class Evaluation:
    """One expression; precedence is that of JavaScript."""

    def __init__(self, text, contexts):
        self.left, self.contexts = tokens(text), contexts

    def whole(self):
        value = self.either()
        assert not self.left, self.left
        return value

    def takes(self, sign):
        if self.left and self.left[0] == ("sign", sign):
            self.left.pop(0)
            return True
        return False

    def either(self):
        value = self.both()
        while self.takes("||"):
            other = self.both()
            value = value or other
        return value

    def both(self):
        value = self.equal()
        while self.takes("&&"):
            other = self.equal()
            value = value and other
        return value

    def equal(self):
        value = self.single()
        if self.takes("=="):
            return (value or "") == (self.single() or "")
        if self.takes("!="):
            return (value or "") != (self.single() or "")
        return value

    def single(self):
        if self.takes("!"):
            return not self.single()
        if self.takes("("):
            value = self.either()
            assert self.takes(")")
            return value
        kind, text = self.left.pop(0)
        if kind == "text":
            return text[1:-1].replace("''", "'")
        assert kind == "name", text
        return self.call(text) if self.takes("(") else self.look_up(text)

    def call(self, name):
        assert self.takes(")"), "functions with arguments are not known"
        return self.contexts["functions"][name]

    def look_up(self, name):
        """What does not exist is empty."""
        value = self.contexts
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value


def evaluate(text, contexts):
    """The value of the expression."""
    return Evaluation(text, contexts).whole()


def calls_status(text):
    """Whether a condition asks for the job's state, and so holds after a failure, too."""
    return bool(re.search(r"\b(always|cancelled|failure|success)\(\)", text))


def filled(text, contexts):
    """The text with its expressions replaced by their values."""
    def shown(match):
        value = evaluate(match[1], contexts)
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return INSERTED.sub(shown, str(text))
