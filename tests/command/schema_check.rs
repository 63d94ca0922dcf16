//! Checks JSON against the part of JSON Schema that docs/schemas uses, and more strictly than a schema: every
//! member must be described. A library for all of JSON Schema would bring some forty packages for this.

use serde_json::{Map, Value};

/// What is wrong with a value, each with where.
pub(crate) fn flaws(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, value, "", &mut found);
    found
}

const KEYWORDS: [&str; 10] = [
    "$schema",
    "$id",
    "title",
    "description",
    "type",
    "properties",
    "required",
    "items",
    "additionalProperties",
    "enum",
];

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn check(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let schema = schema.as_object().expect("a schema is an object");
    for keyword in schema.keys() {
        assert!(
            KEYWORDS.contains(&keyword.as_str()),
            "{at}: {keyword} is not checked"
        );
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().map(|one| one.as_str().unwrap()).collect(),
        Some(other) => panic!("{at}: type {other}"),
        // Anything.
        None => return,
    };
    let is = type_of(value);
    if !(types.contains(&is) || is == "integer" && types.contains(&"number")) {
        found.push(format!("{at}: {is}, not {types:?}"));
    }
    if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
        && !allowed.contains(value)
    {
        found.push(format!("{at}: {value} is not one of {allowed:?}"));
    }
    if let Value::Object(members) = value {
        object(schema, members, at, found);
    }
    if let Value::Array(items) = value {
        for (number, item) in items.iter().enumerate() {
            let at = format!("{at}[{number}]");
            match schema.get("items") {
                Some(schema) => check(schema, item, &at, found),
                None => found.push(format!("{at}: items are not described")),
            }
        }
    }
}

fn object(
    schema: &Map<String, Value>,
    members: &Map<String, Value>,
    at: &str,
    found: &mut Vec<String>,
) {
    let described = |name: &str| {
        let property = schema.get("properties").and_then(|all| all.get(name));
        property.or_else(|| schema.get("additionalProperties"))
    };
    for (name, member) in members {
        let at = format!("{at}/{name}");
        match described(name) {
            Some(schema) => check(schema, member, &at, found),
            None => found.push(format!("{at}: not described")),
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !members.contains_key(name) {
            found.push(format!("{at}: {name} is missing"));
        }
    }
}

#[test]
fn a_value_that_does_not_fit_is_told() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "a": {"type": ["integer", "null"]},
            "b": {"type": "array", "items": {"type": "number"}},
        },
        "required": ["a"],
    });
    let of = |value: Value| flaws(&schema, &value);
    assert!(of(serde_json::json!({"a": null, "b": [1, 2.5]})).is_empty());
    assert_eq!(
        of(serde_json::json!({"a": "x"})),
        ["/a: string, not [\"integer\", \"null\"]"]
    );
    assert_eq!(of(serde_json::json!({"b": []})), [": a is missing"]);
    assert_eq!(
        of(serde_json::json!({"a": 1, "c": 1})),
        ["/c: not described"]
    );
    assert_eq!(
        of(serde_json::json!({"a": 1, "b": ["x"]})),
        ["/b[0]: string, not [\"number\"]"]
    );
}
