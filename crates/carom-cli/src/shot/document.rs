//! The JSON document of a shot. Its field names are a contract with its readers.

use carom_motion::billiards::cloth::{Phase, Piece, Travel, Twist};
use carom_motion::billiards::cue::{Departure, Grip, StrikeOutcome};
use carom_motion::billiards::{Event, EventKind, Exit, Until};
use nalgebra::Vector3;
use serde_json::{Map, Value, json};

use super::Played;

/// The document, with a final line break.
pub fn of(played: &Played) -> String {
    let (setup, shot) = (&played.setup, &played.shot);
    let outline = &setup.table.outline;
    let outcome = match played.until {
        Until::Time(time) if shot.end >= time => "time",
        Until::Rest | Until::Time(_) => "rest",
    };
    let fields = [
        ("outcome", json!(outcome)),
        ("end", json!(shot.end)),
        (
            "table",
            json!({"name": setup.table_name.word(), "length": outline.length(), "width": outline.width()}),
        ),
        ("ball", json!({"mass": setup.ball.mass(), "radius": setup.ball.radius()})),
        ("cue", cue(played)),
        ("balls", balls(played)),
        ("events", shot.events.iter().map(|event| entry(played, event)).collect()),
        ("energy", energy(played)),
    ];
    let lines: Vec<String> =
        fields.iter().map(|(key, value)| format!("  \"{key}\": {}", broken(value))).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// Lists and objects of lists and objects with a line for each item.
fn broken(value: &Value) -> String {
    let (brackets, items): ([char; 2], Vec<String>) = match value {
        Value::Array(items) if items.iter().any(Value::is_object) => {
            (['[', ']'], items.iter().map(Value::to_string).collect())
        }
        Value::Object(items) if items.values().any(Value::is_object) => {
            (['{', '}'], items.iter().map(|(key, item)| format!("{}: {item}", json!(key))).collect())
        }
        _ => return value.to_string(),
    };
    format!("{}\n    {}\n  {}", brackets[0], items.join(",\n    "), brackets[1])
}

fn cue(played: &Played) -> Value {
    let stroke = &played.stroke;
    let outcome = match played.outcome {
        StrikeOutcome::Struck(_) => "struck",
        StrikeOutcome::Miscue { .. } => "miscue",
        StrikeOutcome::NoContact(_) => "missed",
    };
    let grip = match stroke.grip {
        Grip::Held => "held",
        Grip::Partly => "partly",
        Grip::SlidThroughout => "slid",
    };
    let upwards = match stroke.departure {
        Departure::OnBed => Value::Null,
        Departure::Airborne { speed } => json!(speed),
    };
    json!({
        "outcome": outcome,
        "grip": grip,
        "velocity": array(stroke.velocity),
        "angular_velocity": array(stroke.angular_velocity),
        "upwards": upwards,
        "speed_after": stroke.cue.speed,
        "lost_in_restitution": stroke.energy.lost_in_restitution,
        "lost_in_friction": stroke.energy.lost_in_friction,
    })
}

fn balls(played: &Played) -> Value {
    let mut balls = Map::new();
    for (ball, end) in played.shot.final_states().iter().enumerate() {
        let pieces: Vec<Value> = played.shot.trajectories[ball].pieces().iter().map(piece).collect();
        let entry = json!({
            "position": array(end.state.position),
            "velocity": array(end.state.velocity),
            "angular_velocity": array(end.state.angular_velocity),
            "exit": played.shot.exit(ball).map(exit),
            "pieces": pieces,
        });
        balls.insert(played.setup.names[ball].clone(), entry);
    }
    Value::Object(balls)
}

/// Position quadratic, velocities linear in the time since `start`.
fn piece(piece: &Piece) -> Value {
    let state = piece.state();
    json!({
        "start": piece.start(),
        "phase": phase(piece.phase()),
        "position": array(state.position),
        "velocity": array(state.velocity),
        "angular_velocity": array(state.angular_velocity),
        "acceleration": array(piece.acceleration()),
        "angular_acceleration": array(piece.angular_acceleration()),
    })
}

fn phase(phase: Phase) -> &'static str {
    match (phase.travel, phase.twist) {
        (Travel::Still, Twist::Free) => "still",
        (Travel::Still, Twist::Slowing) => "spinning",
        (Travel::Sliding { .. }, _) => "sliding",
        (Travel::Rolling { .. }, _) => "rolling",
        (Travel::Airborne, _) => "airborne",
        (Travel::Out, _) => "out",
    }
}

fn entry(played: &Played, event: &Event) -> Value {
    let name = |ball: usize| played.setup.names[ball].as_str();
    match &event.kind {
        EventKind::Ends { ball, change } => {
            json!({"time": event.time, "kind": change.name(), "ball": name(*ball)})
        }
        EventKind::Collides(collision) => json!({
            "time": event.time,
            "kind": "collides",
            "balls": collision.balls.iter().map(|&ball| name(ball)).collect::<Vec<_>>(),
            "pairs": collision.pairs.iter().map(|pair| pair.map(name)).collect::<Vec<_>>(),
            "cushions": collision.cushions.iter().map(|&(ball, number)| json!([name(ball), number])).collect::<Vec<_>>(),
            "on_bed": collision.on_bed.iter().map(|&ball| name(ball)).collect::<Vec<_>>(),
            "lost_in_restitution": collision.energy.lost_in_restitution,
            "lost_in_friction": collision.energy.lost_in_friction,
        }),
        EventKind::Leaves { ball, exit: out } => {
            json!({"time": event.time, "kind": "leaves", "ball": name(*ball), "exit": exit(*out)})
        }
    }
}

/// The number of a pocket, or `"over-the-edge"`.
fn exit(exit: Exit) -> Value {
    match exit {
        Exit::Pocket(pocket) => json!({"pocket": pocket}),
        Exit::OverTheEdge => json!("over-the-edge"),
    }
}

fn energy(played: &Played) -> Value {
    let ledger = &played.shot.ledger;
    json!({
        "before": ledger.before,
        "after": ledger.after,
        "sliding": ledger.sliding,
        "rolling": ledger.rolling,
        "spinning": ledger.spinning,
        "restitution": ledger.restitution,
        "impact_friction": ledger.impact_friction,
        "swallowed": ledger.swallowed,
        "kept_apart": ledger.kept_apart,
        "pocketed": ledger.pocketed,
        "left_table": ledger.left_table,
        "imbalance": ledger.imbalance(),
    })
}

fn array(v: Vector3<f64>) -> [f64; 3] {
    [v.x, v.y, v.z]
}
