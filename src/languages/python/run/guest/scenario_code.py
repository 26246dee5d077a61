"""Calls the function of a scenario: a lambda, or a text with one function in it."""


class ScenarioValue:
    """What the Python system hands over as an object: its parts are members."""

    def __init__(self, parts):
        self.__dict__.update(parts)


def as_objects(kind, value):
    if kind == "plain":
        return value
    parts = {**value, "history": [ScenarioValue(turn) for turn in value["history"]]}
    if kind == "walk":
        parts["final_state"] = as_objects("state", value["final_state"])
    return ScenarioValue(parts)


def scenario_function(source):
    names = {"__name__": "__main__"}
    try:
        found = eval(compile(source.strip(), FILE, "eval", dont_inherit=True), names)
    except SyntaxError:
        exec(compile(source, FILE, "exec", dont_inherit=True), names)
        functions = [value for value in names.values() if inspect.isfunction(value)]
        if len(functions) != 1:
            raise TemplateMistake(f"expected one function, found {len(functions)}") from None
        found = functions[0]
    if not callable(found):
        raise TemplateMistake(f"expected a function, found {type(found).__name__}")
    return found


def call_scenario(source, kinds, given, is_condition):
    function = scenario_function(source)
    if given is None:
        return {"json": "null"}
    returned = function(*(as_objects(kind, value) for kind, value in zip(kinds, given)))
    return {"json": json.dumps(bool(returned) if is_condition else returned, allow_nan=False)}
