//! JSON texts that every machine agrees on.

/// Numbers of a JSON text to nine significant digits, those below 1e-12 as zero: what every machine agrees on.
pub fn rounded(json: &str) -> String {
    let mut result = String::new();
    let mut rest = json;
    let starts_number = |c: char| c.is_ascii_digit() || c == '-';
    while let Some(at) = rest.find(|c: char| starts_number(c) || c == '"') {
        result.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match rest.strip_prefix('"') {
            Some(string) => 2 + string.find('"').unwrap(),
            None => rest.find(|c: char| !(starts_number(c) || "+.eE".contains(c))).unwrap_or(rest.len()),
        };
        let token = &rest[..length];
        match token.parse::<f64>() {
            Ok(number) if token.contains(['.', 'e']) => {
                let number: f64 = format!("{number:.8e}").parse().unwrap();
                result.push_str(&if number.abs() < 1e-12 { "0".to_owned() } else { number.to_string() });
            }
            _ => result.push_str(token),
        }
        rest = &rest[length..];
    }
    result + rest
}
