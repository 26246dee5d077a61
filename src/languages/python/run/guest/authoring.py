"""What templates are written with: fields, primitives and strategies, which remember what they were given."""

import datetime
import decimal
import enum
import math
import uuid


class TemplateMistake(Exception):
    """The definition of a template is wrong."""


MISSING = object()


def to_json(value):
    """A value as JSON holds it: dates as text, sets and tuples as lists, what is no number as null."""
    if isinstance(value, enum.Enum):
        return to_json(value.value)
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(to_json(key)): to_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_json(item) for item in value]
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (uuid.UUID, decimal.Decimal)):
        return str(value)
    if isinstance(value, Recorded):
        return value.recorded()
    raise TemplateMistake(f"a {type(value).__name__} cannot be written as JSON")


class FieldInfo:
    """What `Field(…)` or `VerifiedField(…)` was given."""

    def __init__(self, default=MISSING, verified=None, **options):
        self.default = MISSING if default is ... else default
        self.verified = verified
        self.description = options.pop("description", None)
        self.factory = options.pop("default_factory", None)
        renamed = [name for name in ("alias", "validation_alias") if name in options]
        if renamed:
            raise TemplateMistake(f"{renamed[0]} of Field is not supported: a judge fills in fields by their names")
        self.options = options

    def make_default(self):
        return self.factory() if self.factory is not None else self.default


def Field(default=MISSING, **options):
    return FieldInfo(default, **options)


def VerifiedField(description, ground_truth, verify_with, weight=1.0, extraction_hint=None, **options):
    if not isinstance(description, str) or description.strip() == "":
        raise TemplateMistake("description is required: it tells the judge what to extract")
    if not isinstance(verify_with, Primitive):
        raise TemplateMistake("verify_with is required: a primitive such as ExactMatch()")
    if not isinstance(weight, (int, float)):
        raise TemplateMistake("weight must be a number")
    verified = {"groundTruth": to_json(ground_truth), "verifyWith": verify_with.recorded(), "weight": weight}
    if isinstance(extraction_hint, str):
        verified["extractionHint"] = extraction_hint
    return FieldInfo(options.pop("default", MISSING), verified, description=description, **options)


class Recorded:
    def __init__(self, /, **given):
        self.__dict__.update(given)

    def recorded(self):
        return to_json(vars(self))


class SynonymMap(Recorded):
    pass


class Primitive(Recorded):
    parameters = {}

    def recorded(self):
        known = {own: to_json(vars(self)[name]) for name, own in self.parameters.items() if name in vars(self)}
        return {"type": type(self).__name__, **known}

    def check(self, *_):
        raise NotImplementedError(f"{type(self).__name__} compares fields; Python code cannot call it here")

    score = check_trace = check


class GroundTruthCase(Recorded):
    def __init__(self, value, verify_with=None):
        super().__init__(value=value, **({} if verify_with is None else {"verifyWith": verify_with}))


class ConditionalGroundTruth(Recorded):
    def __init__(self, source, cases, default):
        super().__init__(conditional=True, source=source, cases=cases, default=default)


class Condition(Recorded):
    pass


class FieldCheck(Condition):
    def __init__(self, field, type="field_check"):
        super().__init__(type="field_check", field=field)

    def passes(self, results):
        return results[self.field] is True


class AllOf(Condition):
    def __init__(self, conditions, type="all_of"):
        super().__init__(type="all_of", conditions=list(conditions))

    def passes(self, results):
        return all(condition.passes(results) for condition in self.conditions)


class AnyOf(Condition):
    def __init__(self, conditions, type="any_of"):
        super().__init__(type="any_of", conditions=list(conditions))

    def passes(self, results):
        return any(condition.passes(results) for condition in self.conditions)


class AtLeastN(Condition):
    def __init__(self, n, conditions, type="at_least_n"):
        super().__init__(type="at_least_n", n=n, conditions=list(conditions))

    def passes(self, results):
        return sum(condition.passes(results) for condition in self.conditions) >= self.n


def make_primitives(known):
    """A class for each primitive; `known` has the names of its parameters in Python, and what they are called outside."""
    return {name: type(name, (Primitive,), {"parameters": parameters}) for name, parameters in known.items()}
