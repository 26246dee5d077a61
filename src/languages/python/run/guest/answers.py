"""The classes that templates are made from."""

import abc
import annotationlib
import re
import types
import typing

# settings of pydantic that say nothing about which values a field takes
HARMLESS = ("extra", "frozen", "title", "arbitrary_types_allowed", "validate_assignment", "validate_default")
METHODS = (types.FunctionType, property, classmethod, staticmethod, FieldInfo)
# attributes that are read where they have no type, too
MEANT = ("model_config", "correct", "regex", "id")


def expect_supported(model, settings):
    """Refuses what would change values in Python and is not done here."""
    own = vars(model).get("model_config")
    for setting in (*(own if isinstance(own, dict) else ()), *settings):
        if setting not in HARMLESS:
            raise TemplateMistake(f"the setting {setting} of pydantic is not supported: values stay as the judge gave them")
    for name in ("Config", "verify_regex", "model_validate", "__get_pydantic_core_schema__"):
        if name in vars(model):
            raise TemplateMistake(f"{name} of {model.__name__} is not supported")


def refuse_untyped(model):
    """As pydantic does: what an attribute without a type was meant to say would be ignored."""
    written = annotationlib.Format.STRING
    typed = {name for base in model.__mro__ for name in annotationlib.get_annotations(base, format=written)}
    for name, value in vars(model).items():
        is_inner = isinstance(value, type) and value.__qualname__.startswith(f"{model.__qualname__}.")
        is_method = isinstance(value, METHODS) or type(value).__module__ == "functools"
        if name.startswith("_") or name in typed or name in MEANT or is_inner or is_method:
            continue
        raise TemplateMistake(
            f"{name} has no type, which Python refuses:"
            f" write {name}: ClassVar = … for a constant, {name}: str = … for a field"
        )


def fields_of(model):
    """The fields of a class and its bases, by name: their annotation, and what `Field` was given."""
    found = {}
    defaults = {}
    for base in reversed(model.__mro__):
        defaults.update(vars(base))
    names = {**model.__karenina_names__, **{name: value for name, value in vars(model).items() if isinstance(value, type)}}
    for name, annotation in typing.get_type_hints(model, names, names, include_extras=True).items():
        is_constant = annotation is typing.ClassVar or typing.get_origin(annotation) is typing.ClassVar
        if name.startswith("_") or name == "model_config" or is_constant:
            continue
        if typing.get_origin(annotation) is typing.Final:
            annotation = typing.get_args(annotation)[0]
        default = defaults.get(name, MISSING)
        found[name] = (annotation, default if isinstance(default, FieldInfo) else FieldInfo(default))
    return found


class BaseModel(dict, metaclass=abc.ABCMeta):
    """A nested value: its parts are attributes and entries alike."""

    __karenina_names__ = {}

    def __init_subclass__(cls, **settings):
        super().__init_subclass__()
        expect_supported(cls, settings)
        refuse_untyped(cls)

    def __init__(self, /, **given):
        fields = fields_of(type(self))
        known = {}
        for name, (annotation, info) in fields.items():
            default = info.make_default()
            known[name] = to_python(given[name], annotation) if name in given else None if default is MISSING else default
        extra = {name: value for name, value in given.items() if name not in fields}
        super().__init__({**known, **extra})
        self.__dict__.update(self)

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name in self:
            super().__setitem__(name, value)

    def __setitem__(self, name, value):
        super().__setitem__(name, value)
        self.__dict__[name] = value

    def __hash__(self):
        return hash(tuple(self))

    def model_dump(self, **_):
        return dict(self)


class BaseAnswer:
    __karenina_names__ = {}
    id = None
    _raw_trace = None
    _scenario_context = None

    def __init_subclass__(cls, **settings):
        super().__init_subclass__()
        expect_supported(cls, settings)
        refuse_untyped(cls)

    def __init__(self, /, **given):
        self._values = {}
        for name, (annotation, info) in fields_of(type(self)).items():
            default = info.make_default()
            if name in given:
                value = given[name]
            elif default is not MISSING:
                value = default
            else:
                value = None
            self._values[name] = value
            if name != "regex" or value is not None:
                setattr(self, name, value)
        for name, value in given.items():
            if name not in self._values:
                setattr(self, name, value)
        self._field_results = {}
        for base in type(self).__mro__:
            if base is BaseAnswer or "model_post_init" in vars(base):
                return self.model_post_init(None)
            if "ground_truth" in vars(base):
                return self.ground_truth()

    def model_post_init(self, _context):
        truths = {}
        for name, (_, info) in fields_of(type(self)).items():
            truth = None if info.verified is None else info.verified["groundTruth"]
            is_conditional = isinstance(truth, dict) and truth.get("conditional") is True
            if info.verified is not None and not is_conditional:
                truths[name] = truth
        if truths and getattr(self, "correct", None) is None:
            self.correct = truths

    def set_question_id(self, question_id):
        self.id = question_id

    def model_dump(self, **_):
        return {name: getattr(self, name, None) for name in self._values}

    def verify(self):
        verified = [name for name, (_, info) in fields_of(type(self)).items() if info.verified is not None]
        if not verified:
            raise NotImplementedError("the template has no VerifiedField, and no verify method of its own")
        strategy = strategy_of(type(self))
        if strategy is not None:
            return strategy.passes(self._field_results)
        return all(self._field_results.get(name) is True for name in verified)

    def verify_granular(self):
        raise NotImplementedError("the automatic verify_granular cannot be called from Python code here")

    def verify_regex(self, raw_trace):
        results, details = {}, {}
        for name, check in (getattr(self, "regex", None) or {}).items():
            pattern, expected = check.get("pattern", ""), check.get("expected")
            kind = check.get("match_type", "exact")
            try:
                matches = re.findall(pattern, raw_trace or "")
            except re.error as error:
                results[name], details[name] = False, {"error": str(error), "pattern": pattern}
                continue
            results[name] = {
                "exact": len(matches) == 1 and matches[0] == expected,
                "contains": expected in matches,
                "count": isinstance(expected, int) and len(matches) == expected,
                "all": isinstance(expected, list) and all(item in matches for item in expected),
            }.get(kind, False)
            details[name] = {"pattern": pattern, "matches_found": matches, "match_count": len(matches)}
        return {"success": all(results.values()), "results": results, "details": details}


BaseModel.register(BaseAnswer)
ORIGINAL = dict(vars(BaseAnswer))


def overrides(answer, method):
    """True for a class of which a method is not the one that `BaseAnswer` began with."""
    return getattr(answer, method) is not ORIGINAL[method]


def strategy_of(answer):
    holder = getattr(answer, "VerificationStrategy", None)
    strategy = getattr(holder, "verify_strategy", None)
    others = [name for name in vars(holder) if not name.startswith("_")] if holder else []
    if strategy is None and others:
        raise TemplateMistake(f"VerificationStrategy has {', '.join(others)} and no verify_strategy")
    if strategy is not None and not isinstance(strategy, Condition):
        raise TemplateMistake("a strategy is made of AllOf, AnyOf, AtLeastN and FieldCheck")
    return strategy
