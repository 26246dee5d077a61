"""What an annotation says: as JSON Schema, as values of Python, as a value to try with."""

import collections.abc
import datetime
import decimal
import enum
import inspect
import types
import typing
import uuid

SIMPLE = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    decimal.Decimal: {"type": "number"},
    str: {"type": "string"},
    type(None): {"type": "null"},
    typing.Any: {},
    object: {},
    datetime.date: {"type": "string", "format": "date"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    datetime.time: {"type": "string", "format": "time"},
    uuid.UUID: {"type": "string", "format": "uuid"},
}
LISTS = (list, collections.abc.Sequence)
SETS = (set, frozenset, collections.abc.Set)
DICTS = (dict, collections.abc.Mapping)
KEYWORDS = {
    "ge": "minimum",
    "le": "maximum",
    "gt": "exclusiveMinimum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "pattern": "pattern",
}
LENGTHS = {"min_length": "min", "max_length": "max"}


def parts_of(annotation):
    """The type that an annotation makes others of, and those."""
    if annotation is None:
        annotation = type(None)
    if isinstance(annotation, types.UnionType):
        return typing.Union, typing.get_args(annotation)
    if hasattr(annotation, "__supertype__"):
        return parts_of(annotation.__supertype__)
    if isinstance(annotation, typing.TypeAliasType):
        return parts_of(annotation.__value__)
    return typing.get_origin(annotation) or annotation, typing.get_args(annotation)


def is_class(kind, of):
    return isinstance(kind, type) and issubclass(kind, of) and not (of is BaseModel and issubclass(kind, BaseAnswer))


def schema_of(annotation, inside=()):
    kind, parts = parts_of(annotation)
    if kind is typing.Annotated:
        schema = schema_of(parts[0], inside)
        for note in parts[1:]:
            if isinstance(note, FieldInfo):
                schema = with_options(schema, note)
                if note.description is not None:
                    schema = {**schema, "description": note.description}
        return schema
    if kind is typing.Union:
        options = []
        for part in parts:
            schema = schema_of(part, inside)
            options += schema["anyOf"] if list(schema) == ["anyOf"] else [schema]
        distinct = [option for at, option in enumerate(options) if option not in options[:at]]
        return distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
    if kind is typing.Literal:
        return choice([to_json(part) for part in parts])
    if kind is tuple:
        if len(parts) == 2 and parts[1] is ...:
            return {"type": "array", "items": schema_of(parts[0], inside)}
        if not parts:
            return {"type": "array", "items": {}}
        items = [schema_of(part, inside) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if kind in LISTS:
        return {"type": "array", "items": schema_of(parts[0], inside) if parts else {}}
    if kind in SETS:
        return {"type": "array", "items": schema_of(parts[0], inside) if parts else {}, "uniqueItems": True}
    if kind in DICTS:
        return {"type": "object", "additionalProperties": schema_of(parts[1], inside) if parts else {}}
    if is_class(kind, enum.Enum):
        return {"enum": choice([to_json(member) for member in kind], always=True)}
    if is_class(kind, BaseModel):
        return model_schema(kind, inside)
    try:
        return dict(SIMPLE[kind])
    except (KeyError, TypeError):
        raise TemplateMistake(f"a judge cannot fill in the type {getattr(kind, '__name__', kind)}") from None


def choice(members, always=False):
    distinct = [one for at, one in enumerate(members) if (type(one), one) not in [(type(m), m) for m in members[:at]]]
    if always:
        return distinct
    return {"const": distinct[0]} if len(distinct) == 1 else {"enum": distinct}


def model_schema(model, inside):
    if model in inside:
        raise TemplateMistake(f"{model.__name__} contains itself, and a judge cannot fill that in")
    properties, required = {}, []
    for name, (annotation, info) in fields_of(model).items():
        schema = with_default(with_options(schema_of(annotation, (*inside, model)), info), info)
        if info.description is not None:
            schema = {**schema, "description": info.description}
        properties[name] = schema
        if is_required(info):
            required.append(name)
    described = inspect.cleandoc(model.__doc__) if model.__dict__.get("__doc__") else None
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        **({"description": described} if described is not None else {}),
    }


def is_required(info):
    return info.default is MISSING and info.factory is None


def with_default(schema, info):
    if is_required(info):
        return schema
    default = info.make_default()
    if info.factory is not None and default is None:
        return schema
    return {**schema, "default": to_json(default)}


def with_options(schema, info):
    if not any(name in info.options for name in (*KEYWORDS, *LENGTHS, "json_schema_extra")):
        return schema
    if "anyOf" not in schema:
        return {**schema, **keywords(schema, info)}
    if len([option for option in schema["anyOf"] if option.get("type") != "null"]) != 1:
        raise TemplateMistake("limits of a union belong to its parts: write them with Annotated")
    options = [one if one.get("type") == "null" else {**one, **keywords(one, info)} for one in schema["anyOf"]]
    return {**schema, "anyOf": options}


def keywords(schema, info):
    found = {}
    for name, value in info.options.items():
        if value is None:
            continue
        if name in KEYWORDS:
            found[KEYWORDS[name]] = to_json(value)
        elif name in LENGTHS:
            found[LENGTHS[name] + ("Items" if schema.get("type") == "array" else "Length")] = value
        elif name == "json_schema_extra" and isinstance(value, dict) and "format" in value:
            found["format"] = value["format"]
    return found


def to_python(value, annotation):
    """A value of JSON as the annotation has it in Python; as it is where it does not fit."""
    kind, parts = parts_of(annotation)
    if value is None:
        return None
    if kind is typing.Annotated:
        return to_python(value, parts[0])
    if kind is typing.Union:
        if any(fits(value, part) for part in parts if part in (bool, int, float, str)):
            return value
        for part in parts:
            made = to_python(value, part)
            if fits(made, part):
                return made
        return value
    if isinstance(value, list):
        if kind is tuple:
            same = len(parts) == 2 and parts[1] is ...
            return tuple(to_python(item, parts[0] if same else part_at(parts, at)) for at, item in enumerate(value))
        items = [to_python(item, part_at(parts, 0)) for item in value]
        return frozenset(items) if kind is frozenset else set(items) if kind in SETS else items
    if isinstance(value, dict):
        if is_class(kind, BaseModel):
            return kind(**value)
        return {to_key(key, part_at(parts, 0)): to_python(item, part_at(parts, 1)) for key, item in value.items()}
    if kind is typing.Literal:
        return next((part for part in parts if to_json(part) == value and type(to_json(part)) is type(value)), value)
    try:
        if is_class(kind, enum.Enum):
            return next((member for member in kind if to_json(member) == value), value)
        if kind is float and type(value) is int:
            return float(value)
        if kind is decimal.Decimal:
            return decimal.Decimal(str(value))
        if kind is uuid.UUID:
            return uuid.UUID(value)
        if kind in (datetime.date, datetime.datetime, datetime.time) and isinstance(value, str):
            return kind.fromisoformat(value)
    except (ValueError, TypeError, OverflowError):
        pass
    return value


def to_key(key, annotation):
    """A key of JSON, which is text, as the annotation has it in Python."""
    try:
        return annotation(key) if annotation in (int, float) else to_python(key, annotation)
    except ValueError:
        return key


def part_at(parts, at):
    return parts[at] if at < len(parts) else typing.Any


def fits(value, annotation):
    kind, parts = parts_of(annotation)
    if kind is typing.Annotated:
        return fits(value, parts[0])
    if kind in (typing.Any, object):
        return True
    if kind is typing.Literal:
        return value in parts
    if kind is int:
        return type(value) is int
    if kind is float:
        return type(value) is float
    return isinstance(kind, type) and isinstance(value, kind)


def sample_of(annotation):
    """A value to try a template with."""
    kind, parts = parts_of(annotation)
    if kind is typing.Annotated:
        return sample_of(parts[0])
    if kind is typing.Union:
        return None if type(None) in parts else sample_of(parts[0])
    if kind is typing.Literal:
        return parts[0]
    if is_class(kind, enum.Enum):
        return next(iter(kind), None)
    if is_class(kind, BaseModel):
        return kind(**{name: to_json(sample_of(part)) for name, (part, _) in fields_of(kind).items()})
    if kind is tuple:
        return tuple(sample_of(part) for part in parts if part is not ...)
    if kind in LISTS:
        return []
    if kind in DICTS:
        return {}
    if kind in SETS:
        return set()
    dates = {datetime.date: datetime.date.today(), datetime.datetime: datetime.datetime.now()}
    if kind in dates:
        return dates[kind]
    return kind() if kind in (bool, int, float, str, decimal.Decimal, datetime.time) else ""
