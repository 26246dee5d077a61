"""Reads a template's source, says what it is, and calls its methods."""

import ast
import importlib.abc
import importlib.machinery
import inspect
import io
import json
import linecache
import sys
import textwrap
import traceback
import typing

FILE = "<template>"
LONGEST_REPLY = 1_000_000


def leave_as_it_is(*_, **__):
    return lambda function: function


def refuse(name):
    def refused(*_, **__):
        raise TemplateMistake(f"{name} is not supported: values stay as the judge gave them")

    refused.__name__ = name
    return refused


def unknown_name(module, name):
    """What a module does not have can be imported, but not called."""
    is_folder = not name[0].isupper() and (module.startswith("karenina") or name in PYDANTIC)
    if name.startswith("__") or is_folder:
        raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
    return refuse(name)


VALIDATORS = {name: refuse(name) for name in ("field_validator", "model_validator", "validator", "root_validator")}
PYDANTIC = ("fields", "main", "config", "functional_validators", "functional_serializers", "v1")


class KnownModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The modules that templates import their names from."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ("karenina", "pydantic"):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        for name, value in known_names().items():
            setattr(module, name, value)
        module.__getattr__ = lambda name: unknown_name(module.__name__, name)


def known_names():
    return {
        **PRIMITIVES,
        **VALIDATORS,
        **{name: leave_as_it_is for name in ("field_serializer", "model_serializer")},
        "BaseAnswer": BaseAnswer,
        "BaseModel": BaseModel,
        "VerifiedField": VerifiedField,
        "Field": Field,
        "SynonymMap": SynonymMap,
        "ConditionalGroundTruth": ConditionalGroundTruth,
        "GroundTruthCase": GroundTruthCase,
        "FieldCheck": FieldCheck,
        "AllOf": AllOf,
        "AnyOf": AnyOf,
        "AtLeastN": AtLeastN,
        "ConfigDict": dict,
        "PrivateAttr": lambda default=None, default_factory=None, **_: default_factory() if default_factory else default,
        "computed_field": lambda function: function if isinstance(function, property) else property(function),
    }


def names_of_templates():
    """The names that a template sees without importing them, in a dictionary of its own."""
    typed = {name: getattr(typing, name) for name in ("List", "Dict", "Optional", "Union", "Any", "Literal")}
    hidden = ("BaseModel", "ConfigDict", "PrivateAttr", "computed_field", *VALIDATORS)
    own = {name: value for name, value in known_names().items() if name not in hidden and value is not leave_as_it_is}
    return {**own, **typed, "__name__": "__main__"}


def evaluate(source):
    """Runs the source of a template and gives its class."""
    names = names_of_templates()
    # lines as Python has them: str.splitlines ends them at U+2028, form feeds and others too
    linecache.cache[FILE] = (len(source), None, io.StringIO(source, newline=None).readlines(), FILE)
    BaseAnswer.__karenina_names__ = BaseModel.__karenina_names__ = names
    exec(compile(source, FILE, "exec", dont_inherit=True), names)
    answers = [
        value
        for value in dict.fromkeys(value for value in names.values() if isinstance(value, type))
        if issubclass(value, BaseAnswer) and value is not BaseAnswer
    ]
    leaves = [one for one in answers if not any(other is not one and issubclass(other, one) for other in answers)]
    if not leaves:
        raise TemplateMistake("No BaseAnswer subclass found in template namespace")
    if len(leaves) > 1:
        found = ", ".join(leaf.__name__ for leaf in leaves)
        raise TemplateMistake(f"Templates must contain exactly one leaf class of BaseAnswer; found {found}")
    return leaves[0]


def describe(source):
    leaf = evaluate(source)
    fields = fields_of(leaf)
    if "correct" in fields:
        raise TemplateMistake("the field name correct is reserved by BaseAnswer")
    for name, value in vars(leaf).items():
        if isinstance(value, FieldInfo) and name not in fields:
            raise TemplateMistake(f"the field {name} needs a type: write {name}: str = …")
    drafts = [draft_of(name, *found) for name, found in fields.items() if is_field(name, found)]
    expect_unchanged_fields(leaf, fields)
    sample = sample_answer(leaf, fields)
    if getattr(sample, "correct", None) is not None and not isinstance(sample.correct, dict):
        raise TemplateMistake("ground_truth/model_post_init must assign 'self.correct' as a dictionary")
    regex = regex_of(getattr(sample, "regex", None))
    strategy = strategy_of(leaf)
    checks = {"verify": source_of(leaf, "verify"), "verifyGranular": source_of(leaf, "verify_granular")}
    draft = {"name": leaf.__name__, "fields": drafts, "regex": regex}
    if strategy is not None:
        draft["strategy"] = strategy.recorded()
    return {"draft": draft, **checks}


def sample_answer(leaf, fields):
    return leaf(**{name: sample_of(annotation) for name, (annotation, info) in fields.items() if is_required(info)})


def expect_unchanged_fields(leaf, fields):
    """Refuses code that would change verified fields when an answer is made: they are compared as the judge gave them."""
    if all(info.verified is None for _, info in fields.values()):
        return
    own = [base for base in leaf.__mro__ if base not in (BaseAnswer, object)]
    for name in ("__init__", "__new__", "__getattribute__", "__getattr__", "__setattr__", *fields):
        if any(callable(vars(base).get(name)) or isinstance(vars(base).get(name), property) for base in own):
            raise TemplateMistake(f"{name} of a template with verified fields is not supported")
    for name in ("model_post_init", "ground_truth"):
        for hook in (vars(base)[name] for base in own if name in vars(base)):
            if changes_fields(hook, leaf, fields):
                raise TemplateMistake(f"{name} may set self.correct and self.regex of a template with verified fields, not change fields")


def changes_fields(hook, leaf, fields):
    try:
        nodes = list(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(hook)))))
    except (OSError, TypeError, SyntaxError):
        return True
    members = [node for node in nodes if isinstance(node, ast.Attribute)]
    called = [node.value.func for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    is_set = any(isinstance(node.ctx, (ast.Store, ast.Del)) and node.attr in fields and node.attr != "regex" for node in members)
    is_hidden = any(isinstance(node, ast.Name) and node.id in ("setattr", "delattr", "vars", "object") for node in nodes)
    is_inner = any(node.attr in ("__dict__", "__setattr__", "_values") for node in members)
    is_called = any(part.attr in fields for func in called for part in ast.walk(func) if isinstance(part, ast.Attribute))
    reads = any(node.attr in fields and node.attr != "regex" for node in members)
    is_moving = reads and any(node.attr == "regex" for node in members) and not overrides(leaf, "verify")
    return is_set or is_hidden or is_inner or is_called or is_moving


def is_field(name, found):
    return name != "regex" and (name != "id" or found[1].verified is not None)


def draft_of(name, annotation, info):
    schema = with_options(schema_of(annotation), info)
    in_type = schema.pop("description", None)
    texts = [text for text in (info.description, in_type) if isinstance(text, str) and text.strip()]
    options = {"description": texts[0] if texts else name.title().replace("_", " ").strip() or name}
    return {
        "name": name,
        "schema": with_default(schema, info),
        "required": is_required(info),
        "kind": "extracted" if info.verified is None else "verified",
        "options": {**options, **(info.verified or {})},
    }


def regex_of(checks):
    if checks is None:
        return {}
    if not isinstance(checks, dict) or not all(isinstance(check, dict) for check in checks.values()):
        raise TemplateMistake("self.regex must be a dictionary of dictionaries")
    return {
        str(name): {
            "pattern": to_json(check.get("pattern", "")),
            "expected": to_json(check.get("expected")),
            "matchType": to_json(check.get("match_type", "exact")),
        }
        for name, check in checks.items()
    }


def source_of(leaf, method):
    if not overrides(leaf, method):
        return None
    defined = getattr(leaf, method)
    try:
        return inspect.getsource(defined).strip()
    except (OSError, TypeError):
        return f"{method}"


def call(source, check, answer, context):
    leaf = evaluate(source)
    fields = fields_of(leaf)
    given = {name: to_python(value, fields[name][0]) for name, value in answer.items() if name in fields}
    for name, (_, info) in fields.items():
        if name not in given and (info.verified is not None or is_required(info)):
            given[name] = None
    filled = leaf(**given)
    if regex_of(getattr(filled, "regex", None)) != regex_of(getattr(sample_answer(leaf, fields), "regex", None)):
        raise TemplateMistake("self.regex depends on the answer, which is not supported")
    filled._raw_trace = context["response"]
    filled._field_results = context["fieldResults"]
    filled._resolved_ground_truths = context["groundTruth"]
    filled._null_fields = {name for name, result in context["fieldResults"].items() if result is None}
    value = filled.verify() if check == "verify" else filled.verify_granular()
    if value is None or isinstance(value, (bool, str)):
        return {"value": value}
    if isinstance(value, (int, float)) and to_json(value) is not None:
        return {"value": value}
    return {"unexpected": f"{type(value).__name__} {value!r}"[:200]}


def close_doors():
    """Takes the ways to JavaScript from Python's modules. What was found before is not of the template."""
    sys.meta_path[:] = [KnownModule(), *(finder for finder in sys.meta_path if "JsFinder" not in type(finder).__name__)]
    for name in list(sys.modules):
        if name.partition(".")[0] in ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "micropip"):
            sys.modules[name] = None
    for name in ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"):
        sys.modules[name] = None


def problem_of(error):
    if isinstance(error, SyntaxError) and error.filename == FILE:
        line = error.lineno
    else:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
        line = lines[-1] if lines else None
    last = traceback.format_exception_only(error)[-1].strip().removeprefix("__main__.")
    message = str(error) if isinstance(error, TemplateMistake) else last
    kind = "mistake" if isinstance(error, (TemplateMistake, SyntaxError)) else "memory" if isinstance(error, MemoryError) else "raised"
    return {"problem": kind, "message": message[:2000], "line": line}


def answer(request):
    try:
        task = json.loads(request)
        if task["kind"] == "describe":
            reply = describe(task["source"])
        elif task["kind"] == "scenario":
            reply = call_scenario(task["source"], task["kinds"], task.get("given"), task["isCondition"])
        else:
            reply = call(task["source"], task["check"], task["answer"], task["context"])
    except BaseException as error:
        reply = problem_of(error)
    text = json.dumps(reply)
    return text if len(text) <= LONGEST_REPLY else '{"broken": "length"}'
